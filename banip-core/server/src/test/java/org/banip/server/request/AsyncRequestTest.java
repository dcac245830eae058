package org.banip.server.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.banip.server.log.HeardLog;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.NetworkConnector;
import org.eclipse.jetty.server.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class AsyncRequestTest {
    private final BlockingQueue<AsyncRequest> begun = new LinkedBlockingQueue<>();
    private final AtomicInteger released = new AtomicInteger();
    private final AtomicBoolean recycled = new AtomicBoolean();
    private final Deadlines deadlines = new Deadlines("banip-test-deadlines", Runnable::run);
    private final Server server = new Server(0);
    private Socket client;

    @BeforeEach
    void start() throws Exception {
        ServletContextHandler context = new ServletContextHandler();
        ServletHolder holder = new ServletHolder(new HttpServlet() {
            @Override
            protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
                AsyncRequest.throwIfBroken(request);
                begun.add(new AsyncRequest(
                        new Recyclable(request),
                        response,
                        "test",
                        new RequestResources(new BufferPool(1024), deadlines, Duration.ofMinutes(1))));
            }
        });
        holder.setAsyncSupported(true);
        context.addServlet(holder, "/*");
        server.setHandler(context);
        server.start();
        client = new Socket(
                InetAddress.getLoopbackAddress(), ((NetworkConnector) server.getConnectors()[0]).getLocalPort());
        client.getOutputStream().write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    }

    @AfterEach
    void stop() throws Exception {
        client.close();
        server.stop();
        deadlines.close();
    }

    @Test
    void aStepThatLastsTooLongStillGivesBackWhatTheRequestHolds() throws Exception {
        AsyncRequest call = begun.take();
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        call.executor().execute(() -> call.atEnd(released::incrementAndGet));
        Thread step = new Thread(() -> call.executor().execute(() -> {
            running.countDown();
            try {
                go.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            call.complete();
        }));
        step.start();
        running.await();
        call.beforeRecycling(() -> released.addAndGet(100));
        assertThat(call.hasEnded()).isTrue();
        assertThat(released).hasValue(0);
        go.countDown();
        await().atMost(Duration.ofMinutes(1)).until(() -> released.get() == 1);
        step.join();
    }

    @Test
    void anActionThatThrowsKeepsNoneOfTheOthersFromRunning() throws Exception {
        AsyncRequest call = begun.take();
        call.executor().execute(() -> {
            call.atEnd(() -> {
                throw new IllegalStateException("on purpose");
            });
            call.atEnd(released::incrementAndGet);
            call.complete();
            call.complete();
        });
        assertThat(released).hasValue(1);
        byte[] answer = new byte[15];
        assertThat(client.getInputStream().readNBytes(answer, 0, 15)).isEqualTo(15);
        assertThat(new String(answer, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 200 OK");
    }

    /** Somebody who resets streams of HTTP/3 can bring this about all the time. */
    @Test
    void aRequestThatTheContainerHasTakenAwayBreaksWithoutAnError() throws Exception {
        AsyncRequest call = begun.take();
        try (HeardLog log = new HeardLog()) {
            recycled.set(true);
            call.executor().execute(() -> call.atEnd(released::incrementAndGet));
            call.executor().execute(call::breakConnection);
            recycled.set(false);
            assertThat(log.errors()).isEmpty();
        }
        assertThat(call.hasEnded()).isTrue();
        assertThat(released).hasValue(1);
    }

    /** Throws what Jetty's request throws when it was recycled. */
    private final class Recyclable extends HttpServletRequestWrapper {
        Recyclable(HttpServletRequest request) {
            super(request);
        }

        @Override
        public void setAttribute(String name, Object value) {
            if (recycled.get()) {
                throw new NullPointerException("there is no request");
            }
            super.setAttribute(name, value);
        }

        @Override
        public AsyncContext startAsync() {
            AsyncContext context = super.startAsync();
            return (AsyncContext) Proxy.newProxyInstance(
                    AsyncContext.class.getClassLoader(), new Class<?>[] {AsyncContext.class}, (proxy, method, args) -> {
                        if (recycled.get()) {
                            throw new IllegalStateException("AsyncContext completed and/or Request lifecycle recycled");
                        }
                        return method.invoke(context, args);
                    });
        }
    }
}
