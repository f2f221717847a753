/*
 * Preloaded into a process, it stands between the store and the kernel: it numbers every call that changes
 * the files of one directory, records it, and lets chosen ones fail. SQLite's binding makes these calls
 * through libc's names, so that no privilege and no special file system is needed.
 *
 * The control file, shared with the JavaScript that controls it, is an array of 32-bit numbers, and from byte
 * 256 on the directory's path. The record of the calls is appended to the log file (power-cut.mjs reads it).
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { ARMED, COUNT, FROM, UNTIL, MODE, HIT };
enum { EIO_ = 1, ENOSPC_ = 2, SHORT = 3, DROP = 4, LOSE = 5 };
enum { CREATE = 1, WRITE, TRUNCATE, SYNC, SYNC_DIRECTORY, RENAME, UNLINK, SYNC_DROPPED, MAKE_DIRECTORY };
#define MOST_FILES 4096
#define PATH_AT 256

static volatile uint32_t *control;
static int record = -1;
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
/* For each open file or directory its name below the directory. */
static char *names[MOST_FILES];

__attribute__((constructor)) static void start(void) {
  const char *path = getenv("FAULTS_CONTROL"), *log = getenv("FAULTS_LOG");
  if (!path || !log) return;
  int fd = syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC, 0);
  void *at = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  record = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (fd < 0 || at == MAP_FAILED || record < 0) abort();
  syscall(SYS_close, fd);
  control = at;
}

/* The part of a path below the directory; NULL for anything else. */
static const char *inside(const char *path) {
  if (!control) return NULL;
  const char *directory = (const char *)control + PATH_AT;
  size_t length = strlen(directory);
  if (length == 0 || strncmp(path, directory, length) != 0) return NULL;
  if (path[length] == '\0') return path + length;
  return path[length] == '/' ? path + length + 1 : NULL;
}

static const char *name_of(int fd) {
  return control && fd >= 0 && fd < MOST_FILES ? names[fd] : NULL;
}

/* Counts a call; says how it is to fail, or 0. */
static uint32_t fault(void) {
  if (!control[ARMED]) return 0;
  uint32_t number = control[COUNT]++;
  if (number < control[FROM] || number >= control[UNTIL]) return 0;
  control[HIT]++;
  return control[MODE];
}

static void note(uint32_t op, uint32_t lost, const char *name, const char *to, uint64_t offset,
                 const void *bytes, uint64_t length) {
  if (!control[ARMED]) return;
  struct {
    uint32_t op, lost, name, to;
    uint64_t offset, length, bytes;
  } head = {op, lost, strlen(name), strlen(to), offset, length, bytes ? length : 0};
  struct iovec parts[] = {{&head, sizeof head},
                          {(void *)name, head.name},
                          {(void *)to, head.to},
                          {(void *)bytes, head.bytes}};
  if (syscall(SYS_writev, record, parts, 4) < 0) abort();
}

static long failed(uint32_t mode) {
  errno = mode == ENOSPC_ || mode == SHORT ? ENOSPC : EIO;
  return -1;
}

#define WITH_TURN(type, expression)  \
  ({                                 \
    pthread_mutex_lock(&turn);       \
    type result = (expression);      \
    int kept = errno;                \
    pthread_mutex_unlock(&turn);     \
    errno = kept;                    \
    result;                          \
  })

static int do_open(int at, const char *path, int flags, mode_t mode) {
  const char *name = inside(path);
  if (!name) return syscall(SYS_openat, at, path, flags, mode);
  struct stat seen;
  int creates = (flags & O_CREAT) && fstatat(at, path, &seen, AT_SYMLINK_NOFOLLOW) < 0;
  uint32_t how = creates ? fault() : 0;
  if (how && how != LOSE) return failed(how);
  int fd = syscall(SYS_openat, at, path, flags, mode);
  if (fd < 0) return fd;
  if (creates) note(CREATE, how == LOSE, name, "", 0, NULL, 0);
  if (fd < MOST_FILES) {
    free(names[fd]);
    names[fd] = strdup(name);
  }
  return fd;
}

#define OPEN(symbol, at, ...)                      \
  int symbol(__VA_ARGS__ const char *path, int flags, ...) { \
    va_list more;                                  \
    va_start(more, flags);                         \
    mode_t mode = va_arg(more, mode_t);            \
    va_end(more);                                  \
    return WITH_TURN(int, do_open(at, path, flags, mode)); \
  }
#define COMMA ,
OPEN(open, AT_FDCWD, )
OPEN(open64, AT_FDCWD, )
OPEN(openat, dir, int dir COMMA)
OPEN(openat64, dir, int dir COMMA)

int close(int fd) {
  pthread_mutex_lock(&turn);
  if (name_of(fd)) {
    free(names[fd]);
    names[fd] = NULL;
  }
  pthread_mutex_unlock(&turn);
  return syscall(SYS_close, fd);
}

/* offset -1: where the file stands. */
static ssize_t do_write(int fd, const void *bytes, size_t length, off_t offset) {
  const char *name = name_of(fd);
  uint32_t how = name ? fault() : 0;
  if (how == SHORT && length > 1) length /= 2;
  else if (how && how != LOSE) return failed(how);
  off_t place = offset >= 0 ? offset : name ? lseek(fd, 0, SEEK_CUR) : 0;
  ssize_t done = offset < 0 ? syscall(SYS_write, fd, bytes, length) : syscall(SYS_pwrite64, fd, bytes, length, offset);
  if (name && done > 0) note(WRITE, how == LOSE, name, "", place, bytes, done);
  return done;
}

ssize_t write(int fd, const void *bytes, size_t length) {
  if (!name_of(fd)) return syscall(SYS_write, fd, bytes, length);
  return WITH_TURN(ssize_t, do_write(fd, bytes, length, -1));
}
ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t offset) {
  if (!name_of(fd)) return syscall(SYS_pwrite64, fd, bytes, length, offset);
  return WITH_TURN(ssize_t, do_write(fd, bytes, length, offset));
}
ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) {
  return pwrite64(fd, bytes, length, offset);
}
ssize_t writev(int fd, const struct iovec *parts, int count) {
  if (!name_of(fd)) return syscall(SYS_writev, fd, parts, count);
  ssize_t done = 0;
  for (int n = 0; n < count; n++) {
    ssize_t one = write(fd, parts[n].iov_base, parts[n].iov_len);
    if (one < 0) return done ? done : -1;
    done += one;
    if ((size_t)one < parts[n].iov_len) break;
  }
  return done;
}

static int do_truncate(int fd, off_t length) {
  const char *name = name_of(fd);
  uint32_t how = fault();
  if (how && how != LOSE) return failed(how);
  int done = syscall(SYS_ftruncate, fd, length);
  if (done == 0) note(TRUNCATE, how == LOSE, name, "", 0, NULL, length);
  return done;
}
int ftruncate64(int fd, off64_t length) {
  if (!name_of(fd)) return syscall(SYS_ftruncate, fd, length);
  return WITH_TURN(int, do_truncate(fd, length));
}
int ftruncate(int fd, off_t length) { return ftruncate64(fd, length); }

/* A sync that fails with DROP has thrown away what it should have written, as Linux may do. */
static int do_sync(int fd, long call) {
  const char *name = name_of(fd);
  struct stat seen;
  int directory = fstat(fd, &seen) == 0 && S_ISDIR(seen.st_mode);
  uint32_t how = fault();
  if (how == LOSE) return 0;
  if (how == DROP && !directory) note(SYNC_DROPPED, 0, name, "", 0, NULL, 0);
  if (how) return failed(how);
  int done = syscall(call, fd);
  if (done == 0) note(directory ? SYNC_DIRECTORY : SYNC, 0, name, "", 0, NULL, 0);
  return done;
}
int fsync(int fd) {
  if (!name_of(fd)) return syscall(SYS_fsync, fd);
  return WITH_TURN(int, do_sync(fd, SYS_fsync));
}
int fdatasync(int fd) {
  if (!name_of(fd)) return syscall(SYS_fdatasync, fd);
  return WITH_TURN(int, do_sync(fd, SYS_fdatasync));
}

static int do_mkdir(const char *path, mode_t mode) {
  uint32_t how = fault();
  if (how && how != LOSE) return failed(how);
  int done = syscall(SYS_mkdirat, AT_FDCWD, path, mode);
  if (done == 0) note(MAKE_DIRECTORY, how == LOSE, inside(path), "", 0, NULL, 0);
  return done;
}
int mkdir(const char *path, mode_t mode) {
  if (!inside(path)) return syscall(SYS_mkdirat, AT_FDCWD, path, mode);
  return WITH_TURN(int, do_mkdir(path, mode));
}

static int do_rename(const char *from, const char *to) {
  uint32_t how = fault();
  if (how && how != LOSE) return failed(how);
  int done = syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
  if (done == 0) note(RENAME, how == LOSE, inside(from), inside(to), 0, NULL, 0);
  return done;
}
int rename(const char *from, const char *to) {
  if (!inside(from) || !inside(to)) return syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
  return WITH_TURN(int, do_rename(from, to));
}

static int do_unlink(const char *path) {
  uint32_t how = fault();
  if (how && how != LOSE) return failed(how);
  int done = syscall(SYS_unlinkat, AT_FDCWD, path, 0);
  if (done == 0) note(UNLINK, how == LOSE, inside(path), "", 0, NULL, 0);
  return done;
}
int unlink(const char *path) {
  if (!inside(path)) return syscall(SYS_unlinkat, AT_FDCWD, path, 0);
  return WITH_TURN(int, do_unlink(path));
}
