package org.banip.wsb.contract;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/** A surrogate host whose every byte the test reads and writes itself. */
public final class TestHost implements Closeable {
    /** That of a broker for the BAN of an interconnect, which comes when it likes. */
    private static final Pattern QUESTION = Pattern.compile("GET /host/interconnects/[^/ ]+ HTTP/1\\.1");

    /** Bound, never listening: keeps the port, so that nobody else has it while the host is down. */
    private final Socket place = new Socket();

    private final BlockingQueue<Connection> connections = new LinkedBlockingQueue<>();
    private final BlockingQueue<Connection> questions = new LinkedBlockingQueue<>();
    private final Set<Connection> open = ConcurrentHashMap.newKeySet();
    private final Set<Thread> servers = ConcurrentHashMap.newKeySet();
    private ServerSocket server;
    private Thread acceptor;

    public TestHost() throws IOException {
        place.setReuseAddress(true);
        place.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        comeUp();
    }

    /** Listens, at the same port as before. */
    public void comeUp() throws IOException {
        ServerSocket listening = new ServerSocket();
        listening.setReuseAddress(true);
        listening.setReceiveBufferSize(65_536);
        listening.bind(place.getLocalSocketAddress());
        server = listening;
        acceptor = new Thread(() -> accept(listening), "test-host");
        acceptor.start();
    }

    public URI uri() {
        return URI.create("http://127.0.0.1:" + port() + "/host/");
    }

    public int port() {
        return place.getLocalPort();
    }

    private void accept(ServerSocket server) {
        try {
            while (true) {
                Connection connection = new Connection(server.accept());
                open.add(connection);
                Thread waiter = new Thread(() -> awaitRequest(connection), "test-host-connection");
                waiter.setDaemon(true);
                waiter.start();
            }
        } catch (SocketException e) {
            // Closed.
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** A client may open a connection it has no use for yet. */
    private void awaitRequest(Connection connection) {
        try {
            if (connection.hasInput()) {
                boolean question = QUESTION.matcher(connection.peekLine('G')).matches();
                (question ? questions : connections).add(connection);
            }
        } catch (IOException e) {
            // The connection ended.
        }
    }

    /** The next connection on which a request comes that is none of {@link #nextQuestion}. */
    public Connection nextConnection() throws InterruptedException {
        return next(connections);
    }

    /** The next connection on which the broker asks for the BAN of an interconnect. */
    public Connection nextQuestion() throws InterruptedException {
        return next(questions);
    }

    private static Connection next(BlockingQueue<Connection> from) throws InterruptedException {
        Connection connection = from.poll(HttpWire.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        if (connection == null) {
            throw new AssertionError("the broker did not connect");
        }
        return connection;
    }

    /** What a host does by itself with a request whose head was read. */
    public interface Service {
        void answer(Connection connection, HttpWire.Head head) throws IOException;
    }

    /** Serves all connections from here on; tells how many there were. */
    public AtomicInteger serve(Service service) {
        AtomicInteger count = new AtomicInteger();
        Thread server = new Thread(
                () -> {
                    while (!Thread.currentThread().isInterrupted()) {
                        try {
                            Connection connection = connections.take();
                            count.incrementAndGet();
                            Thread servant = new Thread(() -> serve(connection, service), "test-host-servant");
                            servant.setDaemon(true);
                            servant.start();
                        } catch (InterruptedException e) {
                            return;
                        }
                    }
                },
                "test-host-server");
        server.setDaemon(true);
        servers.add(server);
        server.start();
        return count;
    }

    private static void serve(Connection connection, Service service) {
        try {
            while (true) {
                service.answer(connection, connection.readHead());
            }
        } catch (IOException e) {
            // The connection ended.
        }
    }

    /** Whether a request came on one more connection than the test asked for. */
    public boolean hasMoreConnections() {
        return !connections.isEmpty();
    }

    /**
     * Ends its connections in order and forgets them. Returns when the broker has ended its side of them as well, so that it uses none of
     * them for the next test.
     */
    void disconnect() throws IOException {
        servers.forEach(Thread::interrupt);
        servers.clear();
        for (Connection connection : open) {
            connection.end();
        }
        open.clear();
        connections.clear();
        questions.clear();
    }

    /** Breaks its connections and refuses new ones. */
    public void goDown() throws IOException {
        server.close();
        for (Connection connection : open) {
            connection.close();
        }
        try {
            acceptor.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() throws IOException {
        servers.forEach(Thread::interrupt);
        goDown();
        place.close();
    }

    /** One connection of the broker's. */
    public static final class Connection extends HttpWire {
        Connection(Socket socket) throws IOException {
            super(socket);
            socket.setSendBufferSize(65_536);
        }

        private void end() throws IOException {
            try (this) {
                socket().shutdownOutput();
                while (!isAtEnd()) {
                    // What the broker still sent.
                }
            } catch (SocketException e) {
                // It is closed, or the broker has reset it.
            }
        }

        /** Begins an answer without end. */
        public void answerStream(String... fields) throws IOException {
            List<String> lines = new ArrayList<>(List.of(
                    "HTTP/1.1 200 OK",
                    "Content-Type: application/vnd.banip.frames",
                    "Cache-Control: no-store",
                    "Transfer-Encoding: chunked"));
            lines.addAll(List.of(fields));
            writeHead(lines.toArray(String[]::new));
        }

        /** A whole answer. */
        public void answer(String status, String document, String... fields) throws IOException {
            String[] lines = new String[fields.length + 3];
            lines[0] = "HTTP/1.1 " + status;
            lines[1] = "Content-Type: application/json";
            lines[2] = "Content-Length: " + document.length();
            System.arraycopy(fields, 0, lines, 3, fields.length);
            write(String.join("\r\n", lines) + "\r\n\r\n" + document);
        }
    }
}
