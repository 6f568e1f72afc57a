#ifndef MOCKD_CINOTIFYTOOLS_SHIM_H
#define MOCKD_CINOTIFYTOOLS_SHIM_H

#include <sys/inotify.h>
#include <inotifytools/inotifytools.h>

#endif
