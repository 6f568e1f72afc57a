internal import Stencil

extension Context {
    /// The work of this rendering.
    var state: RenderState {
        get throws {
            guard let state = self[RenderState.key] as? RenderState else {
                throw templateFailure("this tag cannot be used here")
            }
            return state
        }
    }
}
