package import ControlChannel
internal import Synchronization

/// The recent history of the daemon, and those who listen to it.
///
/// Events are kept in a ring that is bounded in number and in bytes, and a subscriber is a place in it: one that does not read costs nothing
/// but what it will miss. Publishing takes a lock and wakes whoever waits; nothing is encoded for nobody.
package final class EventLog: Sendable {
    private let state: Mutex<State>
    private let now: @Sendable () -> Timestamp

    /// - Parameters:
    ///   - epoch: Of the ``InstanceLock``.
    ///   - capacity: How many events are remembered.
    ///   - weight: How many bytes they may have together; the last one is remembered whatever its weight.
    package init(
        epoch: Int, capacity: Int = 10_000, weight: Int = 4 << 20,
        now: @escaping @Sendable () -> Timestamp = { Timestamp.now() }
    ) {
        self.state = Mutex(State(epoch: epoch, capacity: capacity, largestWeight: weight))
        self.now = now
    }

    /// The clock of the last event.
    package var clock: EventClock { state.withLock { $0.clock } }

    var subscriberCount: Int { state.withLock { $0.subscribers.count } }
    var droppedCount: Int { state.withLock { $0.dropped } }
    var currentTime: Timestamp { now() }

    /// Adds an event and returns its clock.
    @discardableResult
    package func publish(_ content: Event.Content) -> EventClock {
        let time = now()
        let (clock, woken) = state.withLock { state in
            let clock = state.append(content, at: time)
            return (clock, state.takeDeliveries())
        }
        for (waiter, delivery) in woken { waiter.resume(returning: delivery) }
        return clock
    }

    /// Lets every subscriber have what there is and then end; later events reach nobody.
    package func finish() {
        let woken = state.withLock { state in
            state.isFinished = true
            return state.takeDeliveries()
        }
        for (waiter, delivery) in woken { waiter.resume(returning: delivery) }
    }

    /// Begins after `since`.
    ///
    /// - Returns: `nil` if that is of another daemon or no longer remembered.
    func subscribe(since: EventClock) -> EventSubscription? {
        state.withLock { state in
            state.remembers(since)
                ? EventSubscription(log: self, id: state.addSubscriber(seq: since.seq), start: since) : nil
        }
    }

    /// Where a subscription begins, and whether it ends.
    enum Place {
        /// With the event that comes next.
        case next
        /// With what is remembered.
        case oldest
        /// The same, and it ends with what there is now.
        case oldestToNow
    }

    func subscribe(_ place: Place) -> EventSubscription {
        state.withLock { state in
            let start = place == .next ? state.clock : EventClock(epoch: state.epoch, seq: state.oldestSeq - 1)
            let id = state.addSubscriber(seq: start.seq, end: place == .oldestToNow ? state.lastSeq : nil)
            return EventSubscription(log: self, id: id, start: start)
        }
    }

    func next(for id: Int) async -> Delivery {
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let delivery = state.withLock { state in state.deliver(to: id, orKeep: waiter) }
                if let delivery { waiter.resume(returning: delivery) }
            }
        } onCancel: {
            removeSubscriber(id)
        }
    }

    func wake(_ id: Int) {
        let waiter = state.withLock { $0.subscribers[id]?.takeWaiter() ?? nil }
        waiter?.resume(returning: .nothing)
    }

    func removeSubscriber(_ id: Int) {
        let waiter = state.withLock { state in
            var subscriber = state.subscribers.removeValue(forKey: id)
            return subscriber?.takeWaiter()
        }
        waiter?.resume(returning: .end)
    }
}

extension EventLog {
    /// What a subscriber gets at a time.
    enum Delivery: Sendable {
        /// In order, without a gap to what came before.
        case events([Event])
        /// The ring has gone over these; the next delivery begins with the oldest that is remembered.
        case lagged(dropped: Int, resume: EventClock)
        /// Somebody wants a sign of life.
        case nothing
        case end
    }

    typealias Waiter = CheckedContinuation<Delivery, Never>

    private struct Subscriber {
        /// The last event that was delivered.
        var seq: Int
        /// The last event that it wants.
        var end: Int?
        var waiter: Waiter?

        mutating func takeWaiter() -> Waiter? {
            defer { waiter = nil }
            return waiter
        }
    }

    private struct State {
        let epoch: Int
        let capacity: Int
        let largestWeight: Int
        /// An event is at the remainder of its number; `nil` where one has been forgotten.
        var ring: [Event?] = []
        var weight = 0
        var lastSeq = 0
        var oldestSeq = 1
        var subscribers: [Int: Subscriber] = [:]
        var lastSubscriber = 0
        var dropped = 0
        var isFinished = false

        /// So many go out in one piece, that a slow reader holds little besides the ring.
        static let longestDelivery = 256
        static let heaviestDelivery = 256 << 10

        init(epoch: Int, capacity: Int, largestWeight: Int) {
            self.epoch = epoch
            self.capacity = capacity
            self.largestWeight = largestWeight
        }

        var clock: EventClock { EventClock(epoch: epoch, seq: lastSeq) }

        mutating func append(_ content: Event.Content, at time: Timestamp) -> EventClock {
            if lastSeq - oldestSeq + 1 == capacity { forgetOldest() }
            lastSeq += 1
            weight += content.weight
            let event = Event(clock: clock, time: time, content: content)
            if ring.count < capacity {
                ring.append(event)
            } else {
                ring[(lastSeq - 1) % capacity] = event
            }
            while weight > largestWeight, oldestSeq < lastSeq { forgetOldest() }
            return clock
        }

        private mutating func forgetOldest() {
            let place = (oldestSeq - 1) % capacity
            weight -= ring[place]?.content.weight ?? 0
            ring[place] = nil
            oldestSeq += 1
        }

        func remembers(_ clock: EventClock) -> Bool {
            clock.epoch == epoch && clock.seq <= lastSeq && clock.seq >= oldestSeq - 1
        }

        mutating func addSubscriber(seq: Int, end: Int? = nil) -> Int {
            lastSubscriber += 1
            subscribers[lastSubscriber] = Subscriber(seq: seq, end: end)
            return lastSubscriber
        }

        mutating func deliver(to id: Int, orKeep waiter: Waiter) -> Delivery? {
            guard let subscriber = subscribers[id] else { return .end }
            if let delivery = delivery(after: subscriber.seq, for: id) { return delivery }
            subscribers[id]?.waiter = waiter
            return nil
        }

        mutating func takeDeliveries() -> [(Waiter, Delivery)] {
            var woken: [(Waiter, Delivery)] = []
            // A copy, because delivering moves the subscriber on.
            let waiting = subscribers.filter { $0.value.waiter != nil }
            for (id, subscriber) in waiting {
                guard let waiter = subscriber.waiter, let delivery = delivery(after: subscriber.seq, for: id) else {
                    continue
                }
                subscribers[id]?.waiter = nil
                woken.append((waiter, delivery))
            }
            return woken
        }

        private mutating func delivery(after seq: Int, for id: Int) -> Delivery? {
            let end = subscribers[id]?.end
            if let end, seq >= end { return .end }
            let forgotten = oldestSeq - 1
            guard seq >= forgotten else {
                dropped += forgotten - seq
                subscribers[id]?.seq = forgotten
                return .lagged(dropped: forgotten - seq, resume: EventClock(epoch: epoch, seq: forgotten))
            }
            guard seq < lastSeq else { return isFinished ? .end : nil }
            let last = min(end ?? lastSeq, lastSeq, seq + Self.longestDelivery)
            let events = events(after: seq, through: last)
            subscribers[id]?.seq = seq + events.count
            return .events(events)
        }

        /// At least one of them, and no more than are to go out in one piece.
        private func events(after seq: Int, through last: Int) -> [Event] {
            var (events, weight) = ([Event](), 0)
            for number in seq + 1...last {
                guard let event = ring[(number - 1) % capacity] else { break }
                weight += event.content.weight
                if weight > Self.heaviestDelivery, !events.isEmpty { break }
                events.append(event)
            }
            return events
        }
    }
}

/// A place in an ``EventLog``; ends with its last reference or ``cancel()``.
final class EventSubscription: Sendable {
    private let log: EventLog
    private let id: Int
    /// The place before the first event that is delivered.
    let start: EventClock

    init(log: EventLog, id: Int, start: EventClock) {
        self.log = log
        self.id = id
        self.start = start
    }

    deinit { cancel() }

    /// Waits for something to deliver; one caller at a time.
    func next() async -> EventLog.Delivery { await log.next(for: id) }

    /// Makes a waiting ``next()`` return with nothing.
    func wake() { log.wake(id) }

    func cancel() { log.removeSubscriber(id) }
}
