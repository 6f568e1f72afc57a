internal import Stencil

/// Makes the error for a template that cannot be rendered; the engine adds the tag in which it happened.
func templateFailure(_ reason: String) -> TemplateSyntaxError { TemplateSyntaxError(reason) }
