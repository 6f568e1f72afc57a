/// @mockable
extension Greeter.ClientProtocol {}

struct Door {
    let greeter: any Greeter.ClientProtocol

    func open(to guest: String) async -> String {
        (try? await greeter.greet(Greeting(text: guest)).text) ?? "nobody is there"
    }
}
