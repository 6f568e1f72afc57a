#ifndef MOCKD_CINOTIFYTOOLS_SHIM_H
#define MOCKD_CINOTIFYTOOLS_SHIM_H

#include <signal.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <inotifytools/inotifytools.h>

// Swift imports no variadic functions, and prctl is one.
static inline int mockd_end_with_parent(void) {
    return prctl(PR_SET_PDEATHSIG, SIGKILL);
}

#endif
