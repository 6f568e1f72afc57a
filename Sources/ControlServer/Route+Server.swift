internal import ControlChannel

extension Route {
    /// The routes that the server answers itself, at least in part. Those of the daemon are in
    /// ``ControlledDaemon/routes``.
    static let ofServer: [Route] = [
        Route(Status.endpoint.operation, shape: .document(Status.self)) { _, server throws(ControlError) in
            .encoded(await server.statusDocument())
        },
        Route(VersionAnswer.endpoint) { _, _, server throws(ControlError) in
            VersionAnswer(of: server.identity, capabilities: server.capabilities)
        },
        Route(SyncAnswer.endpoint) { body, request, server throws(ControlError) in
            try await server.sync(body, request)
        },
        Route(LeasesAnswer.endpoint) { _, _, server throws(ControlError) in
            LeasesAnswer(leases: server.leases.current)
        },
        Route(Lease.endpoint) { wish, request, server throws(ControlError) in
            try server.addLease(wish, request)
        },
        Route(LeasesAnswer.end) { id, _, server throws(ControlError) in try server.endLeases(id) },
        Route(lines: EventFilter.endpoint) { .events($0) },
        Route(lines: LogFilter.endpoint) { .log($0) },
        Route(.metrics, shape: .text(Metrics.contentType)) { _, server throws(ControlError) in
            .text(Metrics(status: await server.completeStatus()).text, contentType: Metrics.contentType)
        },
        Route(.openAPI, shape: .openAPI) { _, server throws(ControlError) in
            .encoded(OpenAPIDocument.bytes(of: server.routes))
        },
    ]
}
