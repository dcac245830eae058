package org.banip.server.connection;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.banip.server.request.AsyncRequest;
import org.banip.server.request.BufferPool;
import org.banip.server.request.Deadlines;
import org.banip.server.request.RequestBody;
import org.banip.server.request.RequestResources;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.thread.strategy.AdaptiveExecutionStrategy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Pieces of an endless body reach the sink whole, and no read of a socket brings nothing. */
class StreamConnectorTest {
    private static final int END = -1;

    private final BlockingQueue<Integer> lengths = new LinkedBlockingQueue<>();
    private final Deadlines deadlines = new Deadlines("test-deadlines", Runnable::run);
    private final RequestResources shared =
            new RequestResources(new BufferPool(16_384), deadlines, Duration.ofMinutes(1));
    private final Server server = new Server();
    private final StreamConnector connector = new StreamConnector(server, 1, new HttpConnectionFactory(http()));

    private static HttpConfiguration http() {
        HttpConfiguration http = new HttpConfiguration();
        http.addCustomizer(new StreamRequests());
        return http;
    }

    @BeforeEach
    void start() throws Exception {
        server.addConnector(connector);
        ServletContextHandler context = new ServletContextHandler("/");
        ServletHolder holder = new ServletHolder(new Gatherer());
        holder.setAsyncSupported(true);
        context.addServlet(holder, "/*");
        server.setHandler(context);
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
        deadlines.close();
    }

    private final class Gatherer extends HttpServlet {
        private static final long serialVersionUID = 1L;

        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
            AsyncRequest.throwIfBroken(request);
            AsyncRequest call = new AsyncRequest(request, response, "test", shared);
            call.executor()
                    .execute(() -> call.body().readInto(new RequestBody.Sink() {
                        @Override
                        public void take(ByteBuffer bytes, Runnable done) {
                            lengths.add(bytes.remaining());
                            done.run();
                        }

                        @Override
                        public void end() {
                            lengths.add(END);
                            call.complete();
                        }

                        @Override
                        public boolean isBrief() {
                            return request.getRequestURI().equals("/x");
                        }
                    }));
        }
    }

    @Test
    void eachPieceIsReadOnceAndNoReadIsFruitless() throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), connector.getLocalPort())) {
            OutputStream out = socket.getOutputStream();
            out.write("POST /x HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII));
            for (int piece = 1; piece <= 100; piece++) {
                chunk(out, piece);
                assertThat(taken(piece)).isEqualTo(piece);
            }
            assertThat(connector.fruitlessReads()).isZero();
        }
    }

    @Test
    void smallPiecesAreTakenByTheThreadThatSelects() throws Exception {
        assertThat(takenByTheSelectingThread("/x")).isBetween(95L, 101L);
    }

    @Test
    void piecesOfADocumentAreHandedOver() throws Exception {
        assertThat(takenByTheSelectingThread("/document")).isZero();
    }

    private long takenByTheSelectingThread(String path) throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), connector.getLocalPort())) {
            OutputStream out = socket.getOutputStream();
            out.write(("POST " + path + " HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            for (int piece = 1; piece <= 100; piece++) {
                chunk(out, 100);
                assertThat(taken(100)).isEqualTo(100);
            }
        }
        return connector.getSelectorManager().getContainedBeans(AdaptiveExecutionStrategy.class).stream()
                .mapToLong(AdaptiveExecutionStrategy::getPCTasksConsumed)
                .sum();
    }

    @Test
    void piecesOfEverySizeAroundTheBuffersReachTheSink() throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), connector.getLocalPort())) {
            OutputStream out = socket.getOutputStream();
            out.write("POST /x HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII));
            for (int size : new int[] {1, 4_090, 8_186, 8_192, 16_378, 16_384, 16_385, 65_536, 262_144}) {
                chunk(out, size);
                assertThat(taken(size)).as("piece of %s bytes", size).isEqualTo(size);
            }
            out.write("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(lengths.poll(60, TimeUnit.SECONDS)).isEqualTo(END);
            assertThat(new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
                    .isEqualTo("HTTP/1.1 200");
        }
    }

    private static void chunk(OutputStream out, int size) throws IOException {
        byte[] head = (Integer.toHexString(size) + "\r\n").getBytes(StandardCharsets.US_ASCII);
        byte[] chunk = new byte[head.length + size + 2];
        System.arraycopy(head, 0, chunk, 0, head.length);
        chunk[chunk.length - 2] = '\r';
        chunk[chunk.length - 1] = '\n';
        out.write(chunk);
    }

    /** Reads until the given number of bytes came. */
    private int taken(int size) throws InterruptedException {
        int sum = 0;
        while (sum < size) {
            Integer next = lengths.poll(60, TimeUnit.SECONDS);
            assertThat(next).as("after %s of %s bytes", sum, size).isNotNull();
            sum += next;
        }
        return sum;
    }
}
