package org.banip.mbu;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.banip.core.error.BanipException;
import org.banip.core.frame.FrameBuffer;
import org.banip.core.interconnect.ErrorAnswer;
import org.banip.core.interconnect.Protocol;
import org.banip.mbu.spi.FrameSource;
import org.banip.mbu.spi.Uplink;
import org.banip.mbu.spi.Uplink.PolledBody;
import org.banip.mbu.spi.Uplink.PolledBody.Filled;
import org.banip.mbu.spi.UplinkContext;
import org.banip.mbu.spi.UplinkFactory;
import org.eclipse.jetty.client.AsyncRequestContent;
import org.eclipse.jetty.client.ContentResponse;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.client.StringRequestContent;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.transport.HttpClientTransportOverHTTP2;
import org.eclipse.jetty.util.Callback;

/**
 * An uplink on Jetty's asynchronous client. Data request and reverse channel are two streams of one HTTP/2 connection. The uplink polls the
 * source again when the last bytes are written, and no thread waits for frames. One executor thread makes all calls of the source for the data
 * request.
 */
final class MultiplexedUplink implements Uplink {
    /** Makes multiplexed uplinks. */
    record Factory() implements UplinkFactory {
        @Override
        public String name() {
            return "multiplexed";
        }

        @Override
        public String description() {
            return "data and reverse channel as two streams of one HTTP/2 connection";
        }

        @Override
        public Uplink open(UplinkContext context) {
            return new MultiplexedUplink(context);
        }
    }

    private static final Duration STEP = Duration.ofSeconds(10);

    private final UplinkContext context;
    private final HttpClient client = new HttpClient(new HttpClientTransportOverHTTP2(new HTTP2Client()));
    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(role -> {
        Thread thread = new Thread(role, "banip-multiplexed");
        thread.setDaemon(true);
        return thread;
    });
    private volatile CompletableFuture<Void> carried = new CompletableFuture<>();

    private MultiplexedUplink(UplinkContext context) {
        this.context = context;
        client.setMaxConnectionsPerDestination(1);
        client.setIdleTimeout(0);
        try {
            client.start();
        } catch (Exception e) {
            throw new IllegalStateException("the client does not start", e);
        }
    }

    private Request request(String relative, HttpMethod method) {
        return client.newRequest(context.resolve(relative)).method(method);
    }

    @Override
    public String register(String document) throws IOException {
        ContentResponse answer = send(request(Protocol.INTERCONNECTS, HttpMethod.POST)
                .body(new StringRequestContent(Protocol.JSON_TYPE, document)));
        if (answer.getStatus() != 201) {
            throw ErrorAnswer.fromJson(answer.getContentAsString()).toException();
        }
        return answer.getContentAsString();
    }

    @Override
    public void deregister(String surrogate) throws IOException {
        send(request(surrogate, HttpMethod.DELETE));
    }

    private static ContentResponse send(Request request) throws IOException {
        try {
            return request.timeout(STEP.toMillis(), TimeUnit.MILLISECONDS).send();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException(e);
        }
    }

    @Override
    public void carry(FrameSource source) throws IOException, InterruptedException {
        CompletableFuture<Void> end = new CompletableFuture<>();
        carried = end;
        PolledBody.HostFrames reverse = source.hostFrames();
        Request get = request(source.surrogate() + "/" + Protocol.REVERSE, HttpMethod.GET)
                .onResponseContent((answer, bytes) -> {
                    if (answer.getStatus() == 200) {
                        byte[] copy = bytes(bytes);
                        reverse.feed(copy, 0, copy.length);
                    }
                });
        get.send(result -> end.completeExceptionally(
                result.isFailed() ? result.getFailure() : new IOException("the reverse channel has ended")));
        DataStream data = new DataStream(source, end);
        data.begin();
        try {
            end.get();
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            if (cause instanceof BanipException told) {
                throw told;
            }
            throw cause instanceof IOException seen ? seen : new IOException(cause);
        } finally {
            source.onReady(() -> {});
            IOException over = new IOException("the exchange has ended");
            get.abort(over).join();
            data.request.abort(over).join();
        }
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }

    @Override
    public void close() {
        carried.completeExceptionally(new IOException("closed"));
        executor.shutdownNow();
        try {
            client.stop();
        } catch (Exception e) {
            throw new IllegalStateException("the client does not stop", e);
        }
    }

    /** The data request. Polls the source when the last bytes are written and there are more frames. */
    private final class DataStream {
        private final FrameSource source;
        private final CompletableFuture<Void> end;
        private final PolledBody.HostFrames answers;
        private final AsyncRequestContent body = new AsyncRequestContent();
        private final ByteArrayOutputStream answer = new ByteArrayOutputStream();
        final Request request;
        private ScheduledFuture<?> timer;
        private boolean writing;
        private boolean ended;

        DataStream(FrameSource source, CompletableFuture<Void> end) {
            this.source = source;
            this.end = end;
            answers = source.hostFrames();
            request = request(source.surrogate() + "/" + Protocol.DATA, HttpMethod.POST)
                    .headers(headers -> headers.put("Content-Type", Protocol.FRAMES_TYPE))
                    .body(body)
                    .onResponseContent((ignored, bytes) -> answer.writeBytes(bytes(bytes)));
        }

        void begin() throws IOException {
            source.beginBody();
            request.send(this::answered);
            source.onReady(() -> execute(this::poll));
            execute(this::poll);
        }

        private void execute(Runnable step) {
            if (!executor.isShutdown()) {
                executor.execute(step);
            }
        }

        private void poll() {
            try {
                if (writing || ended || end.isDone()) {
                    return;
                }
                FrameBuffer out = new FrameBuffer(4096);
                Filled filled = source.poll(out, Integer.MAX_VALUE, 4096);
                if (filled == Filled.NOTHING) {
                    pollLater();
                } else if (filled == Filled.END) {
                    ended = true;
                    body.close();
                } else {
                    writing = true;
                    body.write(
                            ByteBuffer.wrap(out.toByteArray()),
                            Callback.from(() -> execute(this::written), end::completeExceptionally));
                }
            } catch (IOException | RuntimeException e) {
                end.completeExceptionally(e);
            }
        }

        private void written() {
            writing = false;
            poll();
        }

        private void pollLater() {
            if (timer != null) {
                timer.cancel(false);
            }
            timer = executor.schedule(this::poll, source.nanosUntilPoll(), TimeUnit.NANOSECONDS);
        }

        private void answered(Result result) {
            try {
                if (result.isFailed()) {
                    throw new IOException(result.getFailure());
                }
                byte[] bytes = answer.toByteArray();
                if (result.getResponse().getStatus() != 200) {
                    throw ErrorAnswer.fromJson(new String(bytes, StandardCharsets.UTF_8))
                            .toException();
                }
                answers.feed(bytes, 0, bytes.length);
                answers.end();
                source.bodyAnswered();
                end.complete(null);
            } catch (IOException | RuntimeException e) {
                end.completeExceptionally(e);
            }
        }
    }
}
