internal import Dispatch
internal import Synchronization

/// The requests that are waiting and those under way, for several threads.
final class RequestQueue: Sendable {
    private struct State {
        var waiting: [PendingRequest] = []
        var underWay: [PendingRequest] = []
        var isClosed = false
    }

    private let state = Mutex(State())
    private let arrival = DispatchSemaphore(value: 0)

    func add(_ request: PendingRequest) {
        state.withLock { $0.waiting.append(request) }
        arrival.signal()
    }

    /// Cancels the requests with a number. One that another thread works on is answered by that thread, as soon as the
    /// engine has stopped; the others are returned to be answered now.
    func cancel(_ id: Int) -> [PendingRequest] {
        let (waiting, underWay) = state.withLock { state in
            let waiting = state.waiting.filter { $0.request.id == id }
            if !waiting.isEmpty { state.waiting.removeAll { $0.request.id == id } }
            return (waiting, state.underWay.filter { $0.request.id == id })
        }
        for request in waiting + underWay { request.cancel() }
        return waiting
    }

    /// Ends the threads that wait, when nothing is waiting for them any more.
    func close() {
        state.withLock { $0.isClosed = true }
        arrival.signal()
    }

    /// Waits for the next request; returns `nil` at the end.
    func next() -> PendingRequest? {
        while true {
            arrival.wait()
            let (request, isClosed) = state.withLock { state -> (PendingRequest?, Bool) in
                guard !state.waiting.isEmpty else { return (nil, state.isClosed) }
                let request = state.waiting.removeFirst()
                state.underWay.append(request)
                return (request, state.isClosed)
            }
            if let request { return request }
            guard isClosed else { continue }
            // Wakes up the next thread.
            arrival.signal()
            return nil
        }
    }

    /// Forgets a request that was answered.
    func finish(_ request: PendingRequest) {
        state.withLock { state in state.underWay.removeAll { $0 === request } }
    }
}
