/// A file as applications have them by the thousand: no protocol, one class that mocks may inherit from, helper types,
/// values that are calls, closures and long texts. No mock needs anything of it.
enum RealisticSource {
    static let text = #"""
        //
        //  TidalChartViewModel.swift
        //

        import Combine
        import Foundation
        import SwiftUI

        /// The state of the screen that shows the tides of one harbour.
        ///
        /// It is created by the coordinator, and lives as long as the screen.
        @MainActor
        class TidalChartViewModel: ObservableObject {
            typealias Callback = (Result<[TideReading], ChartError>) -> Void

            private static let loadingIdentifier = "\(TidalChartViewModel.self)-Loading"
            private static let legend = """
                high water: the highest level between two lows
                low water: "ebb" in the old tables
                """
            private let guide = URL(string: "https://harbour.example/tides?unit=metre")!
            private let session = UUID().uuidString
            private let queue = DispatchQueue(label: "chart", qos: .userInitiated)
            private var cancellables = Set<AnyCancellable>()
            private var cache = [String: Any]()
            var onDismiss: () -> Void = {}
            lazy var formatter: DateFormatter = {
                let formatter = DateFormatter()
                formatter.dateFormat = "HH:mm 'h'"
                return formatter
            }()

            @Published var readings: [TideReading] = []
            @Published private(set) var isLoading = false
            @Published var message: String?

            private let store: TideStore
            private let clock: HarbourClock

            init(store: TideStore, clock: HarbourClock = .system, completion: @escaping () -> Void = {}) {
                self.store = store
                self.clock = clock
                bind()
                completion()
            }

            deinit { cancellables.forEach { $0.cancel() } }

            var title: String {
                guard let first = readings.first else { return NSLocalizedString("tides.none", comment: "") }
                return "\(first.harbour) (\(readings.count) \(readings.count == 1 ? "reading" : "readings"))"
            }

            var highest: TideReading? { readings.max { $0.level < $1.level } }

            // MARK: - Loading

            func refresh(force: Bool = false) async {
                guard force || cache["\(session):\(clock.day)"] == nil else { return }
                isLoading = true
                defer { isLoading = false }
                do {
                    let fetched = try await store.readings(from: clock.now, count: 24 * 7)
                    readings = fetched.filter { !$0.isEstimate || force }.sorted { $0.time < $1.time }
                    cache["\(session):\(clock.day)"] = fetched
                } catch let error as ChartError where error.isTemporary {
                    message = "try again in \(Int(error.delay / 60)) min"
                } catch {
                    message = error.localizedDescription
                }
            }

            func export(as format: ExportFormat, then callback: @escaping Callback) {
                queue.async { [weak self] in
                    guard let self else { return callback(.failure(.cancelled)) }
                    let pattern = /^(\d{2}):(\d{2})\s+([+-]?\d+\.\d+)$/
                    let lines = self.lines(in: format).filter { $0.firstMatch(of: pattern) != nil }
                    switch format {
                    case .table where lines.isEmpty: callback(.failure(.empty))
                    case .table, .list: callback(.success(self.parse(lines)))
                    case .json: callback(.success([]))
                    }
                }
            }

            private func bind() {
                store.updates
                    .receive(on: DispatchQueue.main)
                    .sink { [weak self] update in
                        guard let self, !update.isEmpty else { return }
                        readings += update // the store sends only what is new
                    }
                    .store(in: &cancellables)
                NotificationCenter.default.publisher(for: .harbourDidChange).map { _ in () }.sink { [weak self] in
                    Task { await self?.refresh(force: true) }
                }.store(in: &cancellables)
            }

            private func parse(_ lines: [String]) -> [TideReading] {
                lines.enumerated().compactMap { index, line in
                    let parts = line.split(separator: " ")
                    guard parts.count == 3, let level = Double(parts[2]) else { return nil }
                    return TideReading(time: clock.now + Double(index) * 3600, level: level, harbour: "\(parts[0])")
                }
            }
        }

        extension TidalChartViewModel {
            enum ExportFormat: String, CaseIterable { case table, list, json }

            fileprivate func lines(in format: ExportFormat) -> [String] {
                /* the list is a table
                   without its head */
                let text = readings.map { "\($0.time) \($0.level)" }.joined(separator: "\n")
                return (format == .table ? Self.legend + "\n" : "").appending(text).components(separatedBy: "\n")
            }
        }

        enum ChartError: Error, Equatable {
            case cancelled, empty
            case server(code: Int, delay: TimeInterval)

            var isTemporary: Bool { if case .server(let code, _) = self { code >= 500 } else { false } }
            var delay: TimeInterval {
                switch self {
                case .server(_, let delay): return delay
                default: return 0
                }
            }
        }

        struct TideReading: Codable, Hashable, Identifiable {
            let time: Date
            var level: Double
            var harbour: String
            var isEstimate = false
            var id: String { "\(harbour)-\(Int(time.timeIntervalSince1970))" }

            private enum CodingKeys: String, CodingKey { case time, level, harbour = "place" }
        }

        struct TidalChartView: View {
            @ObservedObject var model: TidalChartViewModel
            @Environment(\.dismiss) private var dismiss

            var body: some View {
                List(model.readings) { reading in
                    HStack(spacing: 8) {
                        Text(model.formatter.string(from: reading.time)).font(.caption)
                        Spacer()
                        Text(String(format: "%.2f m", reading.level)).foregroundColor(reading.level < 0 ? .red : .blue)
                    }
                    .padding(.horizontal)
                    .onTapGesture { model.message = reading.harbour }
                }
                .navigationTitle(model.title)
                .toolbar { Button("Close") { dismiss() } }
                .task { await model.refresh() }
            }
        }

        #if DEBUG
        struct TidalChartView_Previews: PreviewProvider {
            static var previews: some View { TidalChartView(model: .init(store: .preview)) }
        }
        #endif
        """#
}
