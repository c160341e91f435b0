// The system calls that the libraries use, as in the man pages of macOS.
#include <stddef.h>
#include "stdint.h"

typedef long off_t, ssize_t, time_t;
typedef unsigned short mode_t;

struct timespec {
    time_t tv_sec;
    long tv_nsec;
};

struct tm {
    int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
    long tm_gmtoff;
    char *tm_zone;
};

struct dirent {
    uint64_t d_ino;
    uint16_t d_reclen, d_namlen;
    uint8_t d_type;
    char d_name[1024];
};
typedef struct _dirdesc DIR;

struct stat {
    int st_dev;
    mode_t st_mode;
    unsigned short st_nlink;
    uint64_t st_ino;
    struct timespec st_mtimespec, st_ctimespec;
    off_t st_size;
};

void *malloc(size_t), *calloc(size_t, size_t), *realloc(void *, size_t);
void free(void *);
int memcmp(const void *, const void *, size_t);
void *memcpy(void *, const void *, size_t), *memchr(const void *, int, size_t);
size_t strlen(const char *);
double strtod(const char *, char **);
char *strerror(int), *getenv(const char *);
char *realpath(const char *, char *);
time_t time(time_t *), timegm(struct tm *), mktime(struct tm *);
struct tm *gmtime_r(const time_t *, struct tm *);

int close(int), fsync(int);
ssize_t read(int, void *, size_t), pread(int, void *, size_t, off_t), write(int, const void *, size_t);
int utimensat(int, const char *, const struct timespec *, int);
int stat(const char *, struct stat *), lstat(const char *, struct stat *), fstat(int, struct stat *);
DIR *fdopendir(int);
int fstatat(int, const char *, struct stat *, int), fchmodat(int, const char *, mode_t, int);
int faccessat(int, const char *, int, int), mkdirat(int, const char *, mode_t), unlinkat(int, const char *, int);
int renameat(int, const char *, int, const char *), linkat(int, const char *, int, const char *, int);
struct dirent *readdir(DIR *);
int closedir(DIR *);
int access(const char *, int), rename(const char *, const char *), unlink(const char *);
int link(const char *, const char *), rmdir(const char *), fchmod(int, mode_t);
long sysconf(int);
int mkdir(const char *, mode_t), flock(int, int);
int nanosleep(const struct timespec *, struct timespec *);
void *mmap(void *, size_t, int, int, int, off_t);
int munmap(void *, size_t), mprotect(void *, size_t, int), madvise(void *, size_t, int), sched_yield(void);
int getpagesize(void);
typedef enum { _CLOCK_REALTIME = 0 } clockid_t;
int clock_gettime(clockid_t, struct timespec *);
double pow(double, double);

#define EINTR 4
#define ENOENT 2
#define ESRCH 3
#define EPERM 1
#define EIO 5
#define EACCES 13
#define EEXIST 17
#define EWOULDBLOCK 35
#define ENOTDIR 20
#define ENXIO 6
#define ELOOP 62
#define EOPNOTSUPP 102
#define ENAMETOOLONG 63
#define O_RDONLY 0x0
#define O_WRONLY 0x1
#define O_NONBLOCK 0x4
#define O_APPEND 0x8
#define O_NOFOLLOW 0x100
#define O_NOFOLLOW_ANY 0x20000000
#define AT_FDCWD -2
#define AT_SYMLINK_NOFOLLOW 0x20
#define AT_REMOVEDIR 0x80
#define O_CREAT 0x200
#define O_NOCTTY 0x20000
#define O_TRUNC 0x400
#define O_EXCL 0x800
#define O_DIRECTORY 0x100000
#define O_CLOEXEC 0x1000000
#define LOCK_EX 2
#define LOCK_NB 4
#define PROT_READ 1
#define PROT_WRITE 2
#define MAP_SHARED 1
#define MAP_PRIVATE 2
#define MAP_ANON 0x1000
#define MADV_DONTNEED 4
#define DT_UNKNOWN 0
#define DT_DIR 4
#define DT_REG 8
#define DT_FIFO 1
#define DT_LNK 10
#define DT_SOCK 12
#define F_OK 0
#define R_OK 4
#define W_OK 2
#define _SC_NPROCESSORS_ONLN 58

typedef struct _opaque_pthread_t *pthread_t;
pthread_t _Nonnull pthread_self(void);
typedef struct { long sig; char opaque[56]; } pthread_attr_t;
int pthread_create(pthread_t _Nullable *_Nonnull, const pthread_attr_t *_Nullable,
                   void *_Nullable (*_Nonnull)(void *_Nonnull), void *_Nullable);
int pthread_join(pthread_t _Nonnull, void *_Nullable *_Nullable), pthread_detach(pthread_t _Nonnull);

// Starting programs: <spawn.h>, <signal.h>, <poll.h>, <sys/wait.h>, <sys/socket.h>, <unistd.h>, <string.h>.
typedef int pid_t;
typedef uint32_t sigset_t, socklen_t;
typedef unsigned int nfds_t;
typedef void *posix_spawnattr_t, *posix_spawn_file_actions_t;
struct pollfd {
    int fd;
    short events, revents;
};
char *strdup(const char *);
int pipe(int[2]), poll(struct pollfd *, nfds_t, int), kill(pid_t, int);
pid_t waitpid(pid_t, int *, int), getpid(void);
int socketpair(int, int, int, int *), setsockopt(int, int, int, const void *, socklen_t);
int sigemptyset(sigset_t *), sigaddset(sigset_t *, int);
int posix_spawn(pid_t *, const char *, const posix_spawn_file_actions_t *, const posix_spawnattr_t *,
                char *const _Nullable *_Nonnull, char *const _Nullable *_Nullable);
int posix_spawn_file_actions_init(posix_spawn_file_actions_t _Nullable *_Nonnull);
int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t _Nullable *_Nonnull);
int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t _Nullable *_Nonnull, int, int);
int posix_spawn_file_actions_addopen(posix_spawn_file_actions_t _Nullable *_Nonnull, int, const char *, int, mode_t);
int posix_spawnattr_init(posix_spawnattr_t _Nullable *_Nonnull);
int posix_spawnattr_destroy(posix_spawnattr_t _Nullable *_Nonnull);
int posix_spawnattr_setsigmask(posix_spawnattr_t _Nullable *_Nonnull, const sigset_t *);
int posix_spawnattr_setsigdefault(posix_spawnattr_t _Nullable *_Nonnull, const sigset_t *);
int posix_spawnattr_setpgroup(posix_spawnattr_t _Nullable *_Nonnull, pid_t);
int posix_spawnattr_setflags(posix_spawnattr_t _Nullable *_Nonnull, short);

#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define X_OK 1
#define F_SETFD 2
#define F_GETFL 3
#define F_SETFL 4
#define FD_CLOEXEC 1
#define POLLIN 1
#define WNOHANG 1
#define SIGKILL 9
#define SIGPIPE 13
#define SIGCHLD 20
#define SIGXFSZ 25
#define AF_UNIX 1
#define SOCK_STREAM 1
#define SOL_SOCKET 0xffff
#define SO_NOSIGPIPE 0x1022
#define POSIX_SPAWN_SETPGROUP 2
#define POSIX_SPAWN_SETSIGDEF 4
#define POSIX_SPAWN_SETSIGMASK 8
