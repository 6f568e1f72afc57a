"""The build settings of these rules."""

FlagInfo = provider(
    doc = "The value of a flag.",
    fields = {"value": "True or False."},
)

def _flag_impl(ctx):
    return [FlagInfo(value = ctx.build_setting_value)]

flag = rule(
    doc = "A setting of the command line that is true or false.",
    implementation = _flag_impl,
    build_setting = config.bool(flag = True),
)

def _unset_program_impl(_ctx):
    fail("no mockd is set: add 'build --@mockd//:program=LABEL' to .bazelrc, with the label of the program")

unset_program = rule(
    doc = "Stands where the program should be, and says how to set one.",
    implementation = _unset_program_impl,
)
