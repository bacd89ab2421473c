/*
 * A counter behind HTTP/1.1 that notes when each write was there as a whole. Prints `listening PORT`.
 *
 *   POST …          adds one; answers {"value":n}
 *   GET /arrivals   answers {"stamps":"kernel","arrivals":[[connection, ns], …]} for the writes since it was last asked
 *   GET …           answers {"value":n}
 *
 * A stamp is the kernel's own for the last packet of the request (SO_TIMESTAMPNS), so that it does not matter when this
 * process is given the processor; where the kernel gives none, it is the real-time clock after the read ("clock").
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define MAX_SOCKETS 65536
#define MAX_ARRIVALS 4000000
#define REQUEST_BYTES 16384

typedef struct {
  int used;
  int number;
  char bytes[REQUEST_BYTES];
} Connection;

typedef struct {
  int connection;
  long long ns;
} Arrival;

static Connection *connections[MAX_SOCKETS];
static Arrival *arrivals;
static int arrived, accepted, epoll, from_kernel = 1;
static long long value;

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static long long to_ns(struct timespec t) { return t.tv_sec * 1000000000LL + t.tv_nsec; }

static ssize_t read_stamped(int socket, char *into, size_t room, long long *ns) {
  char control[256];
  struct iovec part = {into, room};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
  ssize_t length = recvmsg(socket, &message, 0);
  struct timespec now;
  *ns = 0;
  for (struct cmsghdr *c = CMSG_FIRSTHDR(&message); length > 0 && c; c = CMSG_NXTHDR(&message, c))
    if (c->cmsg_level == SOL_SOCKET && c->cmsg_type == SCM_TIMESTAMPNS) {
      memcpy(&now, CMSG_DATA(c), sizeof now);
      *ns = to_ns(now);
    }
  if (length > 0 && *ns == 0) {
    from_kernel = 0;
    clock_gettime(CLOCK_REALTIME, &now);
    *ns = to_ns(now);
  }
  return length;
}

static void write_all(int socket, const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t written = send(socket, bytes, length, MSG_NOSIGNAL);
    if (written <= 0) return;
    bytes += written;
    length -= written;
  }
}

static void answer(int socket, const char *body, size_t length) {
  char head[128];
  int n = sprintf(head, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n", length);
  char *whole = malloc(n + length);
  memcpy(whole, head, n);
  memcpy(whole + n, body, length);
  write_all(socket, whole, n + length);
  free(whole);
}

static void answer_value(int socket) {
  char body[64];
  answer(socket, body, sprintf(body, "{\"value\":%lld}", value));
}

static void answer_arrivals(int socket) {
  char *body = malloc(64 + arrived * 40L), *at = body;
  at += sprintf(at, "{\"stamps\":\"%s\",\"arrivals\":[", from_kernel ? "kernel" : "clock");
  for (int i = 0; i < arrived; i++)
    at += sprintf(at, "%s[%d,%lld]", i ? "," : "", arrivals[i].connection, arrivals[i].ns - arrivals[0].ns);
  at += sprintf(at, "]}");
  answer(socket, body, at - body);
  free(body);
  arrived = 0;
}

/* Takes one whole request off the front; 0 when there is none yet. */
static int take_request(int socket, Connection *c, long long ns) {
  c->bytes[c->used] = 0;
  char *end = strstr(c->bytes, "\r\n\r\n");
  if (!end) return 0;
  *end = 0;
  char *length = strcasestr(c->bytes, "\r\ncontent-length:");
  int whole = end + 4 - c->bytes + (length ? atoi(length + 17) : 0);
  *end = '\r';
  if (c->used < whole) return 0;
  if (!strncmp(c->bytes, "GET /arrivals ", 14)) {
    answer_arrivals(socket);
  } else {
    if (strncmp(c->bytes, "GET ", 4)) {
      value++;
      if (arrived < MAX_ARRIVALS) arrivals[arrived++] = (Arrival){c->number, ns};
    }
    answer_value(socket);
  }
  memmove(c->bytes, c->bytes + whole, c->used - whole);
  c->used -= whole;
  return 1;
}

static void accept_all(int listener) {
  int one = 1, socket;
  while ((socket = accept4(listener, NULL, NULL, 0)) >= 0) {
    if (socket >= MAX_SOCKETS) {
      close(socket);
      continue;
    }
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    connections[socket] = calloc(1, sizeof(Connection));
    connections[socket]->number = ++accepted;
    struct epoll_event event = {.events = EPOLLIN, .data.fd = socket};
    epoll_ctl(epoll, EPOLL_CTL_ADD, socket, &event);
  }
}

static void serve(int socket) {
  Connection *c = connections[socket];
  long long ns;
  ssize_t length = read_stamped(socket, c->bytes + c->used, REQUEST_BYTES - 1 - c->used, &ns);
  if (length <= 0) {
    free(c);
    close(socket);
    return;
  }
  c->used += length;
  while (take_request(socket, c, ns))
    ;
}

int main(void) {
  int one = 1, listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof address;
  arrivals = malloc(sizeof(Arrival) * MAX_ARRIVALS);
  /* Set before listening: accepted sockets inherit it, and a packet that came before a later call would have no stamp. */
  setsockopt(listener, SOL_SOCKET, SO_TIMESTAMPNS, &one, sizeof one);
  if (bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 4096)) fail("listen");
  getsockname(listener, (struct sockaddr *)&address, &size);
  epoll = epoll_create1(0);
  struct epoll_event event = {.events = EPOLLIN, .data.fd = listener}, events[1024];
  epoll_ctl(epoll, EPOLL_CTL_ADD, listener, &event);
  printf("listening %d\n", ntohs(address.sin_port));
  fflush(stdout);
  for (;;) {
    int ready = epoll_wait(epoll, events, 1024, -1);
    for (int i = 0; i < ready; i++) {
      if (events[i].data.fd == listener) accept_all(listener);
      else serve(events[i].data.fd);
    }
  }
}
