"""The build settings of these rules."""

FlagInfo = provider(
    doc = "The value of a setting.",
    fields = {"value": "True or False, or a string."},
)

def _flag_impl(ctx):
    return [FlagInfo(value = ctx.build_setting_value)]

flag = rule(
    doc = "A setting of the command line that is true or false.",
    implementation = _flag_impl,
    build_setting = config.bool(flag = True),
)

def _choice_impl(ctx):
    if ctx.build_setting_value not in ctx.attr.values:
        fail("{} is one of {}, not '{}'".format(ctx.label, ", ".join(ctx.attr.values), ctx.build_setting_value))
    return [FlagInfo(value = ctx.build_setting_value)]

choice = rule(
    doc = "A setting of the command line that is one of some strings.",
    implementation = _choice_impl,
    attrs = {"values": attr.string_list(mandatory = True)},
    build_setting = config.string(flag = True),
)

def _unset_program_impl(_ctx):
    fail("no mockd is set: add 'build --@mockd//:program=LABEL' to .bazelrc, with the label of the program")

unset_program = rule(
    doc = "Stands where the program should be, and says how to set one.",
    implementation = _unset_program_impl,
)
