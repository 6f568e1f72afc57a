import Testing

@testable import FileWatching

struct PartialFileSystemTests {
    static let mounts = """
        24 1 254:0 / / rw,relatime - ext4 /dev/vda rw
        30 24 0:40 / /home/me/app rw,relatime shared:5 - nfs4 server:/export rw,vers=4.2
        31 24 0:41 / /work rw - overlay overlay rw,lowerdir=/a - b,upperdir=/c
        32 24 0:300 / /mnt/ssh rw - fuse.sshfs me@there:/ rw
        33 24 broken
        34 24 0:42 / /end rw -
        """

    @Test(
        arguments: [
            (UInt64(254) << 8, String?.none), (40, "nfs4"), (41, "overlay"), (42, nil), (99, nil),
            // 300 does not fit into the eight low bits.
            (300 & 0xff | (300 & ~0xff) << 12, "fuse.sshfs"),
        ] as [(UInt64, String?)])
    func `the device of the root names its mount`(_ device: UInt64, _ name: String?) {
        #expect(PartialFileSystem(mounts: Self.mounts, device: device)?.name == name)
    }

    @Test func `the warning names the missed changes and how they are found instead`() throws {
        let nfs = try #require(PartialFileSystem(mounts: Self.mounts, device: 40))
        #expect(
            nfs.warning(every: .seconds(600))
                == "the root is on nfs4, where changes made by other machines cause no events; "
                + "they are found by comparing, every 600.0 seconds")
        let overlay = try #require(PartialFileSystem(mounts: Self.mounts, device: 41))
        #expect(
            overlay.warning(every: .seconds(1))
                == "the root is on overlay, where changes made to its lower layers cause no events; "
                + "they are found by comparing, every 1.0 seconds")
    }
}
