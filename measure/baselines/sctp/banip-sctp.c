/*
 * One end of an upload over SCTP with several addresses (RFC 9260), carried in UDP (RFC 6951): a baseline of "banip measure paths".
 *
 *   cc -O2 -o banip-sctp banip-sctp.c -lusrsctp -lpthread
 *
 * The receiver says "listening", the sender "connected" when every path is confirmed. At the first line of its input the sender begins. It says
 * "sent", the receiver "received", each with the digest of all bytes. Both end with their input. Each event is a line of JSON.
 */
#include <usrsctp.h>

#include <arpa/inet.h>
#include <errno.h>
#include <getopt.h>
#include <netinet/in.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define MOST_ADDRESSES 8
#define SCTP_PORT 5001
#define BUFFER (4 << 20)
#define PIECE 65536
#define TICK_NANOS 10000000L
#define NANOS 1000000000L
#define NANOS_PER_MILLI 1000000L
#define CONFIRM_SECONDS 30
#define HEARTBEAT_MILLIS 1000
#define INITIAL_RTO_MILLIS 1000
#define ASSOCIATION_RETRANSMISSIONS 1000

struct addresses {
    int count;
    struct in_addr list[MOST_ADDRESSES];
};

static struct {
    const char *arrivals;   /* the receiver's file of arrivals */
    struct addresses from;  /* own addresses */
    struct addresses to;    /* the receiver's, the preferred one first */
    long bytes;             /* of the load */
    long millis;            /* for which a steady load lasts; 0 for a transfer */
    long stall_seconds;     /* longest time without an arrival */
    long rto_min, rto_max;  /* bounds of the retransmission time-out, ms */
    long concurrent;        /* usrsctp's sctp_cmt_on_off: 1 uses all paths at once, 0 the preferred one */
    uint16_t port, to_port; /* of UDP, own and the receiver's */
} options = {.rto_min = 200, .rto_max = 60000, .stall_seconds = 90, .port = 9899, .to_port = 9899};

static _Atomic long arrived;
static _Atomic long last_arrival;
static sem_t begin;

/* ---- what both ends say and hear ---- */

static void say(const char *format, ...) {
    va_list values;
    va_start(values, format);
    flockfile(stdout);
    vprintf(format, values);
    putchar('\n');
    fflush(stdout);
    funlockfile(stdout);
    va_end(values);
}

static void fail(const char *what) {
    say("{\"event\":\"failed\",\"why\":\"%s: %s\"}", what, strerror(errno));
    _exit(1);
}

static void check(int result, const char *what) {
    if (result < 0) {
        fail(what);
    }
}

static void *hear(void *unused) {
    char word[256];
    (void) unused;
    while (fgets(word, sizeof word, stdin) != NULL) {
        sem_post(&begin);
    }
    _exit(0);
}

static void start_thread(void *(*run)(void *)) {
    pthread_t thread;
    errno = pthread_create(&thread, NULL, run, NULL);
    check(errno == 0 ? 0 : -1, "a thread");
    pthread_detach(thread);
}

static long now(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec * NANOS + time.tv_nsec;
}

static void nap(long nanos) {
    struct timespec time = {nanos / NANOS, nanos % NANOS};
    nanosleep(&time, NULL);
}

/* ---- the load: bytes that do not repeat, and their digest (FNV-1a) ---- */

static uint64_t digest = 0xcbf29ce484222325u;

static void add_to_digest(const unsigned char *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) {
        digest = (digest ^ bytes[i]) * 0x100000001b3u;
    }
}

static void make(unsigned char *bytes, size_t count) {
    static uint64_t state = 88172645463325252u;
    for (size_t i = 0; i < count; i++) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        bytes[i] = (unsigned char) (state >> 24);
    }
    add_to_digest(bytes, count);
}

/* ---- sockets ---- */

static struct sockaddr_in address(struct in_addr of) {
    struct sockaddr_in made;
    memset(&made, 0, sizeof made);
    made.sin_family = AF_INET;
    made.sin_addr = of;
    made.sin_port = htons(SCTP_PORT);
    return made;
}

static void set(struct socket *socket, int option, const void *value, socklen_t size, const char *what) {
    check(usrsctp_setsockopt(socket, IPPROTO_SCTP, option, value, size), what);
}

static void configure(struct socket *socket) {
    struct sctp_rtoinfo timeout = {.srto_min = (uint32_t) options.rto_min, .srto_max = (uint32_t) options.rto_max};
    timeout.srto_initial = options.rto_max < INITIAL_RTO_MILLIS ? timeout.srto_max : INITIAL_RTO_MILLIS;
    if (timeout.srto_initial < timeout.srto_min) {
        timeout.srto_initial = timeout.srto_min;
    }
    set(socket, SCTP_RTOINFO, &timeout, sizeof timeout, "retransmission time-outs");

    struct sctp_assocparams association = {.sasoc_asocmaxrxt = ASSOCIATION_RETRANSMISSIONS};
    set(socket, SCTP_ASSOCINFO, &association, sizeof association, "retransmissions of an association");

    struct sctp_paddrparams path;
    memset(&path, 0, sizeof path);
    path.spp_hbinterval = HEARTBEAT_MILLIS;
    path.spp_flags = SPP_HB_ENABLE;
    set(socket, SCTP_PEER_ADDR_PARAMS, &path, sizeof path, "heartbeats");

    struct sctp_udpencaps udp;
    memset(&udp, 0, sizeof udp);
    udp.sue_address.ss_family = AF_INET;
    udp.sue_port = htons(options.to_port);
    set(socket, SCTP_REMOTE_UDP_ENCAPS_PORT, &udp, sizeof udp, "the port of UDP");

    const int on = 1;
    set(socket, SCTP_NODELAY, &on, sizeof on, "no delay");
}

static struct socket *open_socket(int receives) {
    struct socket *socket = usrsctp_socket(AF_INET, SOCK_STREAM, IPPROTO_SCTP, NULL, NULL, 0, NULL);
    if (socket == NULL) {
        fail("a socket");
    }
    configure(socket);
    struct sockaddr_in own[MOST_ADDRESSES];
    for (int i = 0; i < options.from.count; i++) {
        own[i] = address(options.from.list[i]);
        own[i].sin_port = htons(receives ? SCTP_PORT : SCTP_PORT + 1);
    }
    check(usrsctp_bindx(socket, (struct sockaddr *) own, options.from.count, SCTP_BINDX_ADD_ADDR), "own addresses");
    return socket;
}

static void open_library(void) {
    usrsctp_init(options.port, NULL, NULL);
    usrsctp_sysctl_set_sctp_sendspace(BUFFER);
    usrsctp_sysctl_set_sctp_recvspace(BUFFER);
    usrsctp_sysctl_set_sctp_ecn_enable(0);
    usrsctp_sysctl_set_sctp_cmt_on_off((uint32_t) options.concurrent);
    usrsctp_sysctl_set_sctp_cmt_use_dac((uint32_t) options.concurrent);
    /* RFC 7829: after one time-out others take over, and a heartbeat brings the path back */
    usrsctp_sysctl_set_sctp_path_pf_threshold(0);
}

/* ---- the receiver ---- */

/* Tells ten times a second what arrived, and gives up if nothing comes any more. */
static void *watch(void *unused) {
    for (;;) {
        nap(10 * TICK_NANOS);
        say("{\"event\":\"progress\",\"bytes\":%ld}", arrived);
        long last = last_arrival;
        if (last != 0 && now(CLOCK_MONOTONIC) - last > options.stall_seconds * NANOS) {
            errno = ETIMEDOUT;
            fail("nothing comes any more");
        }
    }
    return unused;
}

static void receive(void) {
    static unsigned char piece[PIECE];
    struct socket *listening = open_socket(1);
    check(usrsctp_listen(listening, 1), "listening");
    say("{\"event\":\"listening\",\"port\":%d}", options.port);
    struct socket *connection = usrsctp_accept(listening, NULL, NULL);
    if (connection == NULL) {
        fail("accepting");
    }
    FILE *arrivals = fopen(options.arrivals, "w");
    check(arrivals == NULL ? -1 : 0, options.arrivals);
    start_thread(watch);
    while (arrived < options.bytes) {
        struct sctp_rcvinfo about;
        socklen_t size = sizeof about;
        unsigned int kind = 0;
        int flags = 0;
        ssize_t came = usrsctp_recvv(connection, piece, sizeof piece, NULL, NULL, &about, &size, &kind, &flags);
        check(came > 0 ? 0 : -1, "receiving");
        fprintf(arrivals, "%ld,%zd\n", now(CLOCK_REALTIME), came);
        add_to_digest(piece, (size_t) came);
        last_arrival = now(CLOCK_MONOTONIC);
        arrived += came;
    }
    check(fclose(arrivals), options.arrivals);
    last_arrival = 0;
    say("{\"event\":\"received\",\"bytes\":%ld,\"digest\":\"%016lx\"}", arrived, digest);
}

/* ---- the sender ---- */

static int confirmed(struct socket *socket) {
    int count = 0;
    for (int i = 0; i < options.to.count; i++) {
        struct sctp_paddrinfo path;
        socklen_t size = sizeof path;
        memset(&path, 0, sizeof path);
        struct sockaddr_in of = address(options.to.list[i]);
        memcpy(&path.spinfo_address, &of, sizeof of);
        if (usrsctp_getsockopt(socket, IPPROTO_SCTP, SCTP_GET_PEER_ADDR_INFO, &path, &size) == 0
            && (path.spinfo_state & SCTP_ACTIVE) != 0) {
            count++;
        }
    }
    return count;
}

static struct socket *connected(void) {
    struct socket *socket = open_socket(0);
    struct sockaddr_in first = address(options.to.list[0]);
    check(usrsctp_connect(socket, (struct sockaddr *) &first, sizeof first), "connecting");
    long late = now(CLOCK_MONOTONIC) + CONFIRM_SECONDS * NANOS;
    while (confirmed(socket) < options.to.count) {
        if (now(CLOCK_MONOTONIC) > late) {
            errno = ETIMEDOUT;
            fail("a path is not confirmed");
        }
        nap(TICK_NANOS);
    }
    say("{\"event\":\"connected\",\"paths\":%d}", options.to.count);
    return socket;
}

/* A message that is one packet. */
static size_t message_size(struct socket *socket) {
    struct sctp_status status;
    socklen_t size = sizeof status;
    memset(&status, 0, sizeof status);
    check(usrsctp_getsockopt(socket, IPPROTO_SCTP, SCTP_STATUS, &status, &size), "the association's state");
    return status.sstat_fragmentation_point < PIECE ? status.sstat_fragmentation_point : PIECE;
}

/* Bytes that should have been sent by then. */
static long due(long elapsed_nanos) {
    if (options.millis == 0) {
        return options.bytes;
    }
    double share = (double) elapsed_nanos / ((double) options.millis * NANOS_PER_MILLI);
    return share >= 1 ? options.bytes : (long) (share * (double) options.bytes);
}

static void send_all(void) {
    static unsigned char piece[PIECE];
    struct socket *socket = connected();
    long most = (long) message_size(socket);
    sem_wait(&begin);
    long begun = now(CLOCK_MONOTONIC);
    long sent = 0;
    while (sent < options.bytes) {
        long ahead = due(now(CLOCK_MONOTONIC) - begun) - sent;
        if (ahead < most && sent + ahead < options.bytes) {
            nap(TICK_NANOS); // so that what is due meanwhile is one message
            ahead = due(now(CLOCK_MONOTONIC) - begun) - sent;
        }
        if (ahead <= 0) {
            continue;
        }
        long count = ahead < most ? ahead : most;
        make(piece, (size_t) count);
        ssize_t took = usrsctp_sendv(socket, piece, (size_t) count, NULL, 0, NULL, 0, SCTP_SENDV_NOINFO, 0);
        check(took == count ? 0 : -1, "sending");
        sent += count;
    }
    say("{\"event\":\"sent\",\"bytes\":%ld,\"digest\":\"%016lx\"}", sent, digest);
}

/* ---- the command line ---- */

static void usage(void) {
    fputs("banip-sctp receive --from ADDRESS... --bytes N --arrivals FILE [--stall SECONDS]\n"
          "banip-sctp send --from ADDRESS... --to ADDRESS... --bytes N [--millis N]\n"
          "both: [--rto-min MILLIS] [--rto-max MILLIS] [--concurrent 0|1] [--port UDP] [--to-port UDP]\n",
          stderr);
    exit(2);
}

static long number(const char *text) {
    char *end;
    long value = strtol(text, &end, 10);
    if (end == text || *end != '\0' || value < 0) {
        usage();
    }
    return value;
}

static void add_address(struct addresses *to, const char *text) {
    if (to->count == MOST_ADDRESSES || inet_pton(AF_INET, text, &to->list[to->count]) != 1) {
        usage();
    }
    to->count++;
}

static void read_options(int count, char **words) {
    static const struct option known[] = {
        {"from", required_argument, NULL, 'f'},    {"to", required_argument, NULL, 't'},
        {"bytes", required_argument, NULL, 'b'},   {"millis", required_argument, NULL, 'm'},
        {"stall", required_argument, NULL, 's'},   {"arrivals", required_argument, NULL, 'a'},
        {"rto-min", required_argument, NULL, 'n'}, {"rto-max", required_argument, NULL, 'x'},
        {"port", required_argument, NULL, 'p'},    {"to-port", required_argument, NULL, 'q'},
        {"concurrent", required_argument, NULL, 'c'}, {NULL, 0, NULL, 0}};
    int option;
    while ((option = getopt_long(count, words, "", known, NULL)) != -1) {
        switch (option) {
            case 'f': add_address(&options.from, optarg); break;
            case 't': add_address(&options.to, optarg); break;
            case 'b': options.bytes = number(optarg); break;
            case 'm': options.millis = number(optarg); break;
            case 's': options.stall_seconds = number(optarg); break;
            case 'a': options.arrivals = optarg; break;
            case 'n': options.rto_min = number(optarg); break;
            case 'x': options.rto_max = number(optarg); break;
            case 'c': options.concurrent = number(optarg); break;
            case 'p': options.port = (uint16_t) number(optarg); break;
            case 'q': options.to_port = (uint16_t) number(optarg); break;
            default: usage();
        }
    }
}

int main(int count, char **words) {
    if (count == 2 && strcmp(words[1], "--version") == 0) {
        puts("banip-sctp 1");
        return 0;
    }
    read_options(count, words);
    int receives = optind < count && strcmp(words[optind], "receive") == 0;
    int sends = optind < count && strcmp(words[optind], "send") == 0;
    if (optind + 1 != count || options.from.count == 0 || (receives ? options.arrivals == NULL : !sends || options.to.count == 0)) {
        usage();
    }
    sem_init(&begin, 0, 0);
    start_thread(hear);
    open_library();
    if (receives) {
        receive();
    } else {
        send_all();
    }
    for (;;) {
        pause();
    }
}
