package import ControlChannel
internal import Synchronization

/// The recent events of the daemon, and their subscribers.
///
/// Events are kept in a ring that is bounded in number and in bytes. A subscriber is a position in it: one that does
/// not read costs nothing, and misses events. Publishing takes a lock and wakes the waiting subscribers; without a
/// subscriber nothing is encoded.
package final class EventLog: Sendable {
    private let state: Mutex<State>
    private let now: @Sendable () -> Timestamp

    /// - Parameters:
    ///   - epoch: The epoch of the ``InstanceLock``.
    ///   - capacity: The maximum number of events kept.
    ///   - weight: The maximum number of their bytes; the last event is kept whatever its weight.
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
            return (clock, state.drainDeliveries())
        }
        for (waiter, delivery) in woken { waiter.resume(returning: delivery) }
        return clock
    }

    /// Ends every subscription after the events that exist; later ones are not delivered.
    package func finish() {
        let woken = state.withLock { state in
            state.isFinished = true
            return state.drainDeliveries()
        }
        for (waiter, delivery) in woken { waiter.resume(returning: delivery) }
    }

    /// Subscribes to the events after `since`.
    ///
    /// - Returns: `nil` if that clock is of another daemon or no longer in the history.
    func subscribe(since: EventClock) -> EventSubscription? {
        state.withLock { state in
            state.remembers(since)
                ? EventSubscription(log: self, id: state.addSubscriber(seq: since.seq), start: since) : nil
        }
    }

    /// The start of a subscription, and its end if it has one.
    enum StartPosition {
        /// Starts with the next event.
        case next
        /// Starts with the oldest event in the history.
        case oldest
        /// Starts with the oldest event and ends with the last one that exists now.
        case oldestToNow
    }

    func subscribe(_ position: StartPosition) -> EventSubscription {
        state.withLock { state in
            let start = position == .next ? state.clock : EventClock(epoch: state.epoch, seq: state.oldestSeq - 1)
            let id = state.addSubscriber(seq: start.seq, end: position == .oldestToNow ? state.lastSeq : nil)
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
        let waiter = state.withLock { $0.subscribers[id]?.removeWaiter() ?? nil }
        waiter?.resume(returning: .nothing)
    }

    func removeSubscriber(_ id: Int) {
        let waiter = state.withLock { state in
            var subscriber = state.subscribers.removeValue(forKey: id)
            return subscriber?.removeWaiter()
        }
        waiter?.resume(returning: .end)
    }
}

extension EventLog {
    /// One result for a waiting subscriber.
    enum Delivery: Sendable {
        /// Events in order, without a gap after the previous delivery.
        case events([Event])
        /// The ring has overwritten these events; the next delivery begins with the oldest in the history.
        case lagged(dropped: Int, resume: EventClock)
        /// No event, but a ping is due.
        case nothing
        case end
    }

    typealias Waiter = CheckedContinuation<Delivery, Never>

    private struct Subscriber {
        /// The last event that was delivered.
        var seq: Int
        /// The last event to deliver.
        var end: Int?
        var waiter: Waiter?

        mutating func removeWaiter() -> Waiter? {
            defer { waiter = nil }
            return waiter
        }
    }

    private struct State {
        let epoch: Int
        let capacity: Int
        let largestWeight: Int
        /// The event `seq` is at index `(seq - 1) % capacity`; `nil` if it has been dropped for its weight.
        var ring: [Event?] = []
        var weight = 0
        var lastSeq = 0
        var oldestSeq = 1
        var subscribers: [Int: Subscriber] = [:]
        var lastSubscriber = 0
        var dropped = 0
        var isFinished = false

        /// The limits of one delivery, so that a slow reader holds little memory besides the ring.
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
            let position = (oldestSeq - 1) % capacity
            weight -= ring[position]?.content.weight ?? 0
            ring[position] = nil
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

        mutating func drainDeliveries() -> [(Waiter, Delivery)] {
            var woken: [(Waiter, Delivery)] = []
            // A copy, because delivering changes the subscriber.
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

        /// Returns at least one event, and no more than one delivery may have.
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

/// A position in an ``EventLog``; ends with its last reference or ``cancel()``.
final class EventSubscription: Sendable {
    private let log: EventLog
    private let id: Int
    /// The clock just before the first event that is delivered.
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
