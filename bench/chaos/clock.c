/*
 * Loaded before a process's own libraries (LD_PRELOAD): the time of day is what the kernel says plus the seconds that
 * stand in the file CHAOS_CLOCK (eight bytes, little-endian). Monotonic clocks are left alone. No allocation: Redis's
 * allocator asks for the time before it works, which libfaketime does not survive.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile int64_t *ahead;

__attribute__((constructor)) static void map_clock(void) {
  const char *path = getenv("CHAOS_CLOCK");
  int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0) return;
  void *page = mmap(0, sizeof(int64_t), PROT_READ, MAP_SHARED, file, 0);
  if (page != MAP_FAILED) ahead = page;
  close(file);
}

static int64_t shift(void) { return ahead ? *ahead : 0; }

int clock_gettime(clockid_t which, struct timespec *out) {
  int result = (int)syscall(SYS_clock_gettime, which, out);
  if (result == 0 && (which == CLOCK_REALTIME || which == CLOCK_REALTIME_COARSE)) out->tv_sec += shift();
  return result;
}

int gettimeofday(struct timeval *out, void *zone) {
  (void)zone;
  struct timespec now;
  if (clock_gettime(CLOCK_REALTIME, &now) != 0) return -1;
  out->tv_sec = now.tv_sec;
  out->tv_usec = now.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *out) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (out) *out = now.tv_sec;
  return now.tv_sec;
}
