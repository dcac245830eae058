package org.banip.mbu;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.banip.core.error.BanipException;
import org.banip.core.frame.FrameBuffer;
import org.banip.core.interconnect.ErrorAnswer;
import org.banip.core.interconnect.Protocol;
import org.banip.mbu.spi.FrameSource;
import org.banip.mbu.spi.FrameSource.Filled;
import org.banip.mbu.spi.Uplink;
import org.banip.mbu.spi.UplinkContext;
import org.banip.mbu.spi.UplinkFactory;

/**
 * An uplink on the JDK's asynchronous HTTP client: data request and reverse channel are multiplexed on one selector thread, bytes are asked for
 * by demand ({@link Flow}), and no thread waits inside the library. All calls of the source come from one executor thread.
 */
final class AsynchronousUplink implements Uplink {
    /** Makes them. */
    record Factory() implements UplinkFactory {
        @Override
        public String name() {
            return "asynchronous";
        }

        @Override
        public String description() {
            return "one endless POST on an asynchronous client";
        }

        @Override
        public Uplink open(UplinkContext context) {
            return new AsynchronousUplink(context);
        }
    }

    private static final Duration STEP = Duration.ofSeconds(10);

    private final UplinkContext context;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(STEP)
            .build();
    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(role -> {
        Thread thread = new Thread(role, "banip-async");
        thread.setDaemon(true);
        return thread;
    });
    private volatile CompletableFuture<Void> carried = new CompletableFuture<>();

    private AsynchronousUplink(UplinkContext context) {
        this.context = context;
    }

    private HttpRequest.Builder request(String relative) {
        return HttpRequest.newBuilder(URI.create(context.resolve(relative).toString()));
    }

    @Override
    public String register(String document) throws IOException {
        HttpRequest post = request(Protocol.INTERCONNECTS)
                .header("Content-Type", Protocol.JSON_TYPE)
                .timeout(STEP)
                .POST(HttpRequest.BodyPublishers.ofString(document))
                .build();
        HttpResponse<String> answer = send(post);
        if (answer.statusCode() != 201) {
            throw ErrorAnswer.fromJson(answer.body()).toException();
        }
        return answer.body();
    }

    @Override
    public void deregister(String surrogate) throws IOException {
        send(request(surrogate).timeout(STEP).DELETE().build());
    }

    private HttpResponse<String> send(HttpRequest request) throws IOException {
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    @Override
    public void carry(FrameSource source) throws IOException, InterruptedException {
        carried = new CompletableFuture<>();
        CompletableFuture<Void> end = carried;
        FrameSource.HostFrames answers = source.hostFrames();
        FrameSource.HostFrames reverse = source.hostFrames();
        HttpRequest get = request(source.surrogate() + "/" + Protocol.REVERSE).build();
        HttpRequest post = request(source.surrogate() + "/" + Protocol.DATA)
                .header("Content-Type", Protocol.FRAMES_TYPE)
                .POST(new Body(source, end))
                .build();
        source.beginBody();
        CompletableFuture<?> channel = client.sendAsync(get, info -> frames(info, reverse, end));
        CompletableFuture<?> unusedChannel = channel.whenComplete(
                (ignored, e) -> end.completeExceptionally(e == null ? new IOException("reverse channel ended") : e));
        CompletableFuture<HttpResponse<byte[]>> data = client.sendAsync(post, info -> BodySubscribers.ofByteArray());
        CompletableFuture<?> unusedData =
                data.whenComplete((answer, e) -> executor.execute(() -> answered(source, answers, answer, e, end)));
        try {
            end.get();
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() instanceof java.util.concurrent.CompletionException wrapped
                    ? wrapped.getCause()
                    : e.getCause();
            if (cause instanceof BanipException told) {
                throw told;
            }
            throw cause instanceof IOException seen ? seen : new IOException(cause);
        } finally {
            source.onReady(() -> {});
            channel.cancel(true);
            data.cancel(true);
        }
    }

    private static void answered(
            FrameSource source,
            FrameSource.HostFrames answers,
            HttpResponse<byte[]> answer,
            Throwable failure,
            CompletableFuture<Void> end) {
        try {
            if (failure != null) {
                throw new IOException(failure);
            }
            if (answer.statusCode() != 200) {
                throw new IOException("answered with " + answer.statusCode());
            }
            answers.feed(answer.body(), 0, answer.body().length);
            answers.end();
            source.bodyAnswered();
            end.complete(null);
        } catch (IOException | RuntimeException e) {
            end.completeExceptionally(e);
        }
    }

    private static HttpResponse.BodySubscriber<Void> frames(
            HttpResponse.ResponseInfo info, FrameSource.HostFrames frames, CompletableFuture<Void> end) {
        return BodySubscribers.fromSubscriber(new Flow.Subscriber<List<ByteBuffer>>() {
            @Override
            public void onSubscribe(Flow.Subscription subscription) {
                subscription.request(Long.MAX_VALUE);
            }

            @Override
            public void onNext(List<ByteBuffer> buffers) {
                try {
                    for (ByteBuffer buffer : buffers) {
                        byte[] bytes = new byte[buffer.remaining()];
                        buffer.get(bytes);
                        if (info.statusCode() == 200) {
                            frames.feed(bytes, 0, bytes.length);
                        }
                    }
                } catch (RuntimeException e) {
                    end.completeExceptionally(e);
                }
            }

            @Override
            public void onError(Throwable e) {
                end.completeExceptionally(new IOException(e));
            }

            @Override
            public void onComplete() {
                end.completeExceptionally(new IOException("the reverse channel has ended"));
            }
        });
    }

    @Override
    public void close() {
        carried.completeExceptionally(new IOException("closed"));
        executor.shutdownNow();
    }

    /** The request body: polls the source when the client wants bytes and there are some. */
    private final class Body implements HttpRequest.BodyPublisher {
        private final FrameSource source;
        private final CompletableFuture<Void> end;
        private final AtomicLong demand = new AtomicLong();
        private ScheduledFuture<?> timer;
        private boolean ended;

        Body(FrameSource source, CompletableFuture<Void> end) {
            this.source = source;
            this.end = end;
        }

        @Override
        public long contentLength() {
            return -1;
        }

        @Override
        public void subscribe(Flow.Subscriber<? super ByteBuffer> client) {
            source.onReady(() -> post(client));
            client.onSubscribe(new Flow.Subscription() {
                @Override
                public void request(long count) {
                    demand.addAndGet(count);
                    post(client);
                }

                @Override
                public void cancel() {
                    end.completeExceptionally(new IOException("the data request was cancelled"));
                }
            });
        }

        private void post(Flow.Subscriber<? super ByteBuffer> client) {
            if (!executor.isShutdown()) {
                executor.execute(() -> poll(client));
            }
        }

        private void poll(Flow.Subscriber<? super ByteBuffer> client) {
            try {
                while (demand.get() > 0 && !ended && !end.isDone()) {
                    FrameBuffer out = new FrameBuffer(4096);
                    Filled filled = source.poll(out, Integer.MAX_VALUE, 4096);
                    if (filled == Filled.NOTHING) {
                        wakeLater(client);
                        return;
                    }
                    ended = filled == Filled.END;
                    if (ended) {
                        client.onComplete();
                    } else {
                        demand.decrementAndGet();
                        client.onNext(ByteBuffer.wrap(out.toByteArray()));
                    }
                }
            } catch (IOException | RuntimeException e) {
                end.completeExceptionally(e);
                client.onError(e);
            }
        }

        private void wakeLater(Flow.Subscriber<? super ByteBuffer> client) {
            if (timer != null) {
                timer.cancel(false);
            }
            timer = executor.schedule(() -> poll(client), source.nanosUntilPoll(), TimeUnit.NANOSECONDS);
        }
    }
}
