package org.banip.gateway.http;

import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.banip.core.error.ErrorCode;
import org.banip.gateway.session.Delivery;
import org.banip.gateway.session.DeviceMessage;
import org.banip.gateway.session.Devices;
import org.banip.gateway.session.Taking;
import org.banip.gateway.settings.GatewayLimits;
import org.banip.gateway.spi.DeviceLogIn;
import org.jspecify.annotations.Nullable;

/** One HTTP connection: each request is logged in, taken and answered before the next one is read. */
public final class HttpConnection extends SimpleChannelInboundHandler<FullHttpRequest> {
    /** Names a request, so that a repetition is recognised (draft-ietf-httpapi-idempotency-key-header). */
    private static final String IDEMPOTENCY_KEY = "Idempotency-Key";

    private static final int LONGEST_KEY = 255;
    private static final Pattern SAMPLES =
            Pattern.compile("/bans/([A-Za-z0-9._-]{1,64})/groups/([a-z0-9._-]{1,32})/samples");
    private static final Pattern DESCRIPTION = Pattern.compile("/bans/([A-Za-z0-9._-]{1,64})");

    private final Devices devices;
    private final GatewayLimits limits;
    private final Runnable loggedIn;
    private final RequestDeadline deadline;

    private boolean awaiting;

    /**
     * A connection of a device; the deadline stands before it in the pipeline.
     *
     * @param loggedIn runs whenever somebody has logged in
     */
    public HttpConnection(Devices devices, GatewayLimits limits, RequestDeadline deadline, Runnable loggedIn) {
        this.devices = devices;
        this.limits = limits;
        this.deadline = deadline;
        this.loggedIn = loggedIn;
    }

    /** A request that has arrived, without its buffer. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Request(
            String from,
            HttpMethod method,
            String path,
            byte[] body,
            boolean keepAlive,
            long arrivedNanos,
            Optional<String> key) {
        /** A key names the request of this user; keys of MQTT begin with another character. */
        Delivery delivery(String user) {
            return new Delivery(arrivedNanos, key.map(name -> ":" + user + "#" + name), key.isPresent());
        }
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        next(ctx);
    }

    /** Asks for the next request. */
    private void next(ChannelHandlerContext ctx) {
        awaiting = true;
        ctx.read();
    }

    /** What was read was no whole request. */
    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        if (awaiting) {
            ctx.read();
        }
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, FullHttpRequest request) {
        awaiting = false;
        deadline.arrived();
        Request seen = new Request(
                remote(ctx),
                request.method(),
                request.uri(),
                ByteBufUtil.getBytes(request.content()),
                HttpUtil.isKeepAlive(request),
                nowNanos(),
                Optional.ofNullable(request.headers().get(IDEMPOTENCY_KEY)));
        if (request.decoderResult().isFailure()) {
            devices.refusedOtherwise(remote(ctx), "a malformed HTTP request");
            answer(ctx, close(seen), malformed("malformed HTTP request"));
            return;
        }
        if (seen.key.filter(key -> key.length() > LONGEST_KEY).isPresent()) {
            devices.refusedOtherwise(remote(ctx), "an Idempotency-Key that is too long");
            answer(ctx, close(seen), malformed("Idempotency-Key has at most " + LONGEST_KEY + " characters"));
            return;
        }
        if (request.headers().contains(HttpHeaderNames.ORIGIN)) {
            devices.refusedOtherwise(remote(ctx), "a request that a web page made");
            ctx.executor().execute(() -> answer(ctx, seen, webPage())); // others may wait in the pipeline: no recursion
            return;
        }
        Optional<String> authorization = Optional.ofNullable(request.headers().get(HttpHeaderNames.AUTHORIZATION));
        var unused = devices.logIn(authorization, remote(ctx))
                .thenCompose(who -> answer(who, seen))
                .whenComplete((answer, failure) -> {
                    if (failure != null) {
                        devices.broke(remote(ctx), failure);
                    }
                    ctx.executor().execute(() -> answer(ctx, seen, failure == null ? answer : internal()));
                });
    }

    private static long nowNanos() {
        Instant now = Instant.now();
        return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    }

    private static Request close(Request request) {
        return new Request(
                request.from, request.method, request.path, request.body, false, request.arrivedNanos, request.key);
    }

    private CompletionStage<FullHttpResponse> answer(DeviceLogIn.Answer who, Request request) {
        if (who instanceof DeviceLogIn.Answer.Accepted accepted) {
            loggedIn.run();
            return answer(accepted.user(), request);
        }
        return now(
                who instanceof DeviceLogIn.Answer.Busy
                        ? Answer.error(
                                HttpResponseStatus.SERVICE_UNAVAILABLE,
                                ErrorCode.LIMIT_REACHED,
                                "too many log-ins wait to be checked")
                        : Answer.error(
                                HttpResponseStatus.UNAUTHORIZED,
                                ErrorCode.UNAUTHENTICATED,
                                "wrong user or password, or none"));
    }

    private CompletionStage<FullHttpResponse> answer(String user, Request request) {
        Matcher samples = SAMPLES.matcher(request.path);
        Matcher description = DESCRIPTION.matcher(request.path);
        if (samples.matches()) {
            return request.method.equals(HttpMethod.POST)
                    ? answer(devices.take(
                            user,
                            samples.group(1),
                            samples.group(2),
                            new DeviceMessage(request.body, request.delivery(user))))
                    : wrongMethod(request, "POST");
        }
        if (description.matches()) {
            return request.method.equals(HttpMethod.PUT)
                    ? devices.describe(user, description.group(1), new String(request.body, StandardCharsets.UTF_8))
                            .thenCompose(this::answer)
                    : wrongMethod(request, "PUT");
        }
        devices.refusedOtherwise(request.from, "an HTTP path that a gateway does not have");
        return now(Answer.error(
                HttpResponseStatus.NOT_FOUND,
                ErrorCode.MALFORMED_REQUEST,
                "there are POST /bans/BAN/groups/GROUP/samples and PUT /bans/BAN"));
    }

    private CompletionStage<FullHttpResponse> answer(Taking taking) {
        if (taking instanceof Taking.Refused refused) {
            return now(Answer.refused(refused));
        }
        if (taking instanceof Taking.Taken taken) {
            return safe(taken.safe())
                    .thenApply(is -> is
                            ? Answer.done(HttpResponseStatus.NO_CONTENT)
                            : Answer.notStoredYet(taken.repeatAtNanos()));
        }
        return now(Answer.noRoom());
    }

    /** Whether it is safe within the time that a request waits for the host. */
    private CompletionStage<Boolean> safe(CompletableFuture<Void> stored) {
        return stored.handle((nothing, failure) -> failure == null)
                .completeOnTimeout(false, limits.hostWait().toMillis(), TimeUnit.MILLISECONDS)
                .whenComplete((is, failure) -> stored.cancel(false)); // nobody waits any more
    }

    private static CompletionStage<FullHttpResponse> now(FullHttpResponse answer) {
        return CompletableFuture.completedFuture(answer);
    }

    private CompletionStage<FullHttpResponse> wrongMethod(Request request, String right) {
        devices.refusedOtherwise(request.from, "a request whose method must be " + right);
        FullHttpResponse answer = Answer.error(
                HttpResponseStatus.METHOD_NOT_ALLOWED, ErrorCode.MALFORMED_REQUEST, "the method must be " + right);
        answer.headers().set(HttpHeaderNames.ALLOW, right);
        return now(answer);
    }

    private static FullHttpResponse malformed(String message) {
        return Answer.error(HttpResponseStatus.BAD_REQUEST, ErrorCode.MALFORMED_REQUEST, message);
    }

    /** A browser on this machine reaches the loopback, and any page that it shows can make it post. Browsers say so by {@code Origin}. */
    private static FullHttpResponse webPage() {
        return Answer.error(
                HttpResponseStatus.FORBIDDEN, ErrorCode.FORBIDDEN, "web pages may not send samples (header Origin)");
    }

    private static FullHttpResponse internal() {
        return Answer.error(HttpResponseStatus.INTERNAL_SERVER_ERROR, ErrorCode.INTERNAL, "internal error");
    }

    private void answer(ChannelHandlerContext ctx, Request request, @Nullable FullHttpResponse answer) {
        FullHttpResponse sent = answer == null ? internal() : answer;
        HttpUtil.setKeepAlive(sent, request.keepAlive);
        deadline.answered(ctx);
        ChannelFuture written = ctx.writeAndFlush(sent);
        if (request.keepAlive) {
            // A device that does not read its answers gets no more of them.
            var unused = written.addListener(done -> {
                if (done.isSuccess()) {
                    next(ctx);
                }
            });
        } else {
            var unused = written.addListener(ChannelFutureListener.CLOSE);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        devices.broke(remote(ctx), cause);
        var unused = ctx.close();
    }

    private static String remote(ChannelHandlerContext ctx) {
        return ctx.channel().remoteAddress() instanceof InetSocketAddress address
                ? address.getAddress().getHostAddress()
                : "an unknown address";
    }
}
