package org.banip.mbu.testhost;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.banip.core.ban.BanDescription;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.RegistrationAnswer;
import org.banip.core.interconnect.RegistrationRequest;

/**
 * A surrogate host on a real socket that keeps all bytes and fails as the test demands. Its store survives {@link #restart()} and {@link
 * #forget()}.
 */
public final class TestHost implements AutoCloseable {
    /** Kinds of requests. */
    public enum Kind {
        /** Registration. */
        REGISTER,
        /** Data. */
        DATA,
        /** Reverse channel. */
        REVERSE,
        /** Deregistration. */
        DELETE
    }

    private static final Duration MOST_AWAITED = Duration.ofSeconds(10);

    /** The values of registration answers; must be set before. */
    public volatile long keepAliveMillis = 5000;

    /** A high number, so that a slow machine does not count as silent. */
    public volatile int missedKeepAlives = 1000;

    public volatile int reorderWindow = 64;
    /** How far the host's clock is ahead of the MBU's. */
    public volatile long clockSkewNanos;
    /** The required credentials; empty for none. */
    public volatile String authorization = "";
    /** Whether the host has the duplex resource. */
    public volatile boolean knowsDuplex = true;
    /** Whether the host knows that groups can be retired; one of an older version refuses a frame that says so. */
    public volatile boolean knowsRetiring = true;
    /** Whether the host knows that groups can be added; one of an older version refuses a longer description. */
    public volatile boolean knowsAdding = true;
    /** Whether a request that came before the registration waits for it if it says so; a host of an older version refuses it. */
    public volatile boolean knowsAwaiting = true;
    /** How many of the detectors that a BAN declares the host takes; 0 as by a host of an older version. */
    public volatile int takenDetectors;
    /** Refuses registrations that contain this text, as a host does that does not know it; empty for none. */
    public volatile String unknownInChain = "";

    public volatile String chainRefusal = "";
    /** Longer descriptions are refused with {@link #refusal}. */
    public volatile int mostGroups = Integer.MAX_VALUE;

    public volatile ErrorCode refusal = ErrorCode.LIMIT_REACHED;

    /** Whether answers of duplex requests begin only when the request has ended, as behind some proxies. */
    public volatile boolean holdsDuplexAnswers;
    /** Changes the registration answer before it is sent. */
    public volatile Function<String, String> answerChange = document -> document;

    /** Bound but never listening, so that no other process gets the port while this host is stopped. */
    private final Socket reservation = new Socket();

    private final int port;
    private final Optional<SSLContext> tls;
    private final Map<UUID, HostSession> store = new ConcurrentHashMap<>();
    private final Map<UUID, HostSession> live = new ConcurrentHashMap<>();
    private final List<HostSession> sessions = new CopyOnWriteArrayList<>();
    private final PlannedFaults faults = new PlannedFaults();
    private final List<SeenRequest> seen = new CopyOnWriteArrayList<>();
    private final List<HostConnection> connections = new CopyOnWriteArrayList<>();
    private final List<Thread> threads = new CopyOnWriteArrayList<>();
    private final CountDownLatch unstalled = new CountDownLatch(1);
    private final Object registrations = new Object();
    private int registrationsFailed;
    private volatile ServerSocket server;
    private volatile Thread acceptor;

    private TestHost(Optional<SSLContext> tls) throws IOException {
        this.tls = tls;
        reservation.setReuseAddress(true);
        reservation.bind(new InetSocketAddress(0));
        port = reservation.getLocalPort();
        server = listen(port);
        accept(server);
    }

    /** A host on a free port of the loopback. */
    public static TestHost start() throws IOException {
        return new TestHost(Optional.empty());
    }

    /** The same, with TLS. */
    public static TestHost startTls(SSLContext context) throws IOException {
        return new TestHost(Optional.of(context));
    }

    private static ServerSocket listen(int port) throws IOException {
        ServerSocket server = new ServerSocket();
        server.setReuseAddress(true);
        server.setReceiveBufferSize(16 << 10); // so that back-pressure of a host that does not read begins soon
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        return server;
    }

    private void accept(ServerSocket listening) {
        acceptor = thread("test-host-accept", () -> {
            try {
                while (true) {
                    Socket socket = listening.accept();
                    socket.setTcpNoDelay(true);
                    HostConnection connection = new HostConnection(this, wrapped(socket), connections.size());
                    connections.add(connection);
                    thread("test-host-" + connections.size(), connection);
                }
            } catch (IOException e) {
                // stopped
            }
        });
    }

    private Socket wrapped(Socket socket) throws IOException {
        if (tls.isEmpty()) {
            return socket;
        }
        SSLSocket wrapped = (SSLSocket) tls.get()
                .getSocketFactory()
                .createSocket(socket, socket.getInetAddress().getHostAddress(), socket.getPort(), true);
        wrapped.setUseClientMode(false);
        return wrapped;
    }

    private Thread thread(String name, Runnable role) {
        Thread thread = new Thread(role, name);
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
        return thread;
    }

    /** The broker URL for the MBU. */
    public URI base() {
        return URI.create((tls.isPresent() ? "https://localhost:" : "http://127.0.0.1:") + port + "/banip/");
    }

    // --- called by tests to cause faults ---

    /** The next requests of a kind have these faults, one after the other. */
    public void fail(Kind kind, Fault... next) {
        faults.add(kind, next);
    }

    Fault nextFault(Kind kind) {
        return faults.next(kind);
    }

    /** The number of faults of a kind that have not happened yet. */
    public int faultsLeft(Kind kind) {
        return faults.left(kind);
    }

    /** The next requests of a kind have no faults. */
    public void mend(Kind kind) {
        faults.clear(kind);
    }

    /** Closes everything, like a killed process. */
    public void stop() throws IOException {
        server.close();
        join(acceptor); // the thread keeps the port until it has ended
        registrationFailed();
        breakConnections();
        live.clear();
    }

    /** Listens again on the same port. The store is kept, the interconnects are not. */
    public void startAgain() throws IOException {
        server = listen(port);
        accept(server);
    }

    /** Stops and starts again. */
    public void restart() throws IOException {
        stop();
        startAgain();
    }

    /** Breaks all connections. Bytes that arrive on them later are ignored. */
    public void breakConnections() {
        List<HostConnection> open = new ArrayList<>(connections);
        open.forEach(HostConnection::close);
        open.forEach(HostConnection::awaitEnd); // waits for a read that is under way
    }

    /** Forgets all interconnects, as if they had expired. */
    public void forget() {
        live.clear();
    }

    /** Starts to read the stalled bodies. */
    public void unstall() {
        unstalled.countDown();
    }

    void awaitUnstalled() throws InterruptedException {
        unstalled.await();
    }

    // --- the protocol ---

    void checkAuthorization(String seenAuthorization) {
        if (!authorization.isEmpty() && !authorization.equals(seenAuthorization)) {
            throw new BanipException(ErrorCode.UNAUTHENTICATED, "who are you?");
        }
    }

    String register(String document) {
        RegistrationRequest request = RegistrationRequest.fromJson(document);
        if (!unknownInChain.isEmpty() && document.contains(unknownInChain)) {
            throw new BanipException(ErrorCode.INVALID_CHAIN, chainRefusal);
        }
        if (request.ban().groups().size() > mostGroups) {
            throw new BanipException(refusal, "allowed are " + mostGroups + " groups");
        }
        HostSession session = store.computeIfAbsent(request.session(), id -> {
            HostSession begun = new HostSession(request, reorderWindow, clockSkewNanos, knowsRetiring);
            sessions.add(begun);
            return begun;
        });
        BanDescription known = session.registration.ban();
        boolean adds = knowsAdding && request.adding();
        boolean same = adds
                ? request.ban().continues(known) || known.continues(request.ban())
                : session.registration.toJson().equals(document);
        if (!same) {
            throw new BanipException(ErrorCode.SESSION_MISMATCH, "session " + request.session() + " is another");
        }
        if (adds) {
            session.add(request);
            session.tellBodies();
        }
        List<RegistrationAnswer.GroupState> groups = new ArrayList<>();
        long[] next = session.next();
        for (int g = 0; g < next.length; g++) {
            groups.add(new RegistrationAnswer.GroupState(
                    session.registration.ban().groups().get(g).name(),
                    session.chains.get(g).toString(),
                    next[g]));
        }
        synchronized (registrations) {
            live.put(request.session(), session);
            registrations.notifyAll(); // what waits for it goes on when the answer is known, as at a real host
        }
        return answerChange.apply(new RegistrationAnswer(
                        request.session(),
                        "interconnects/" + request.session(),
                        Duration.ofMillis(keepAliveMillis),
                        missedKeepAlives,
                        Duration.ofSeconds(60),
                        reorderWindow,
                        0,
                        groups,
                        Optional.empty(),
                        knowsRetiring && request.retiring(),
                        adds,
                        Math.min(takenDetectors, request.detectors().size()))
                .toJson());
    }

    /** A registration was refused, or will not be answered. */
    void registrationFailed() {
        synchronized (registrations) {
            registrationsFailed++;
            registrations.notifyAll();
        }
    }

    /** Waits until this session is registered, or a registration has failed, which may be this one. */
    void awaitRegistration(UUID id) throws InterruptedException {
        synchronized (registrations) {
            int before = registrationsFailed;
            long until = System.nanoTime() + MOST_AWAITED.toNanos();
            long left = MOST_AWAITED.toNanos();
            while (!live.containsKey(id) && registrationsFailed == before && left > 0) {
                TimeUnit.NANOSECONDS.timedWait(registrations, left);
                left = until - System.nanoTime();
            }
        }
    }

    HostSession session(UUID id) {
        HostSession session = live.get(id);
        if (session == null) {
            throw new BanipException(
                    ErrorCode.UNKNOWN_INTERCONNECT,
                    "no interconnect " + id.toString().substring(0, 8) + " here");
        }
        return session;
    }

    void deregister(UUID id) {
        session(id);
        live.remove(id);
    }

    // --- called by tests to check results ---

    /** The first session that was registered. */
    public HostSession session() {
        return session(0);
    }

    /** The n-th session that was registered. */
    public HostSession session(int n) {
        return sessions.get(n);
    }

    /** The number of registered sessions. */
    public int sessions() {
        return sessions.size();
    }

    /** The number of live interconnects. */
    public int interconnects() {
        return live.size();
    }

    void seen(SeenRequest request) {
        seen.add(request);
    }

    /** All requests that have ended, ordered by the number of their connection. */
    public List<SeenRequest> requests() {
        return seen.stream()
                .sorted(Comparator.comparingInt(SeenRequest::connection))
                .collect(Collectors.toList());
    }

    /** The number of connections made. */
    public int connections() {
        return connections.size();
    }

    /** The number of open connections. */
    public long openConnections() {
        return connections.stream().filter(connection -> !connection.ended()).count();
    }

    @Override
    public void close() throws IOException {
        unstall();
        stop();
        reservation.close();
        store.values().forEach(session -> session.hold(false));
        threads.forEach(TestHost::join);
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
