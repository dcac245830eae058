package org.banip.gateway.mqtt;

import static io.netty.handler.codec.mqtt.MqttConnectReturnCode.CONNECTION_REFUSED_BAD_USERNAME_OR_PASSWORD;
import static io.netty.handler.codec.mqtt.MqttConnectReturnCode.CONNECTION_REFUSED_BAD_USER_NAME_OR_PASSWORD;
import static io.netty.handler.codec.mqtt.MqttConnectReturnCode.CONNECTION_REFUSED_CLIENT_IDENTIFIER_NOT_VALID;
import static io.netty.handler.codec.mqtt.MqttConnectReturnCode.CONNECTION_REFUSED_IDENTIFIER_REJECTED;
import static io.netty.handler.codec.mqtt.MqttConnectReturnCode.CONNECTION_REFUSED_PACKET_TOO_LARGE;
import static io.netty.handler.codec.mqtt.MqttConnectReturnCode.CONNECTION_REFUSED_PROTOCOL_ERROR;
import static io.netty.handler.codec.mqtt.MqttConnectReturnCode.CONNECTION_REFUSED_SERVER_BUSY;
import static io.netty.handler.codec.mqtt.MqttConnectReturnCode.CONNECTION_REFUSED_SERVER_UNAVAILABLE;
import static io.netty.handler.codec.mqtt.MqttConnectReturnCode.CONNECTION_REFUSED_UNACCEPTABLE_PROTOCOL_VERSION;
import static io.netty.handler.codec.mqtt.MqttConnectReturnCode.CONNECTION_REFUSED_UNSUPPORTED_PROTOCOL_VERSION;

import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.mqtt.MqttConnectMessage;
import io.netty.handler.codec.mqtt.MqttConnectReturnCode;
import io.netty.handler.codec.mqtt.MqttEncoder;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttPublishMessage;
import io.netty.handler.codec.mqtt.MqttReasonCodes.Disconnect;
import io.netty.handler.codec.mqtt.MqttSubscribeMessage;
import io.netty.handler.codec.mqtt.MqttUnacceptableProtocolVersionException;
import io.netty.handler.codec.mqtt.MqttUnsubscribeMessage;
import io.netty.handler.codec.mqtt.MqttVersion;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.banip.gateway.session.Devices;
import org.banip.gateway.settings.GatewayLimits;
import org.banip.gateway.spi.DeviceLogIn;
import org.jspecify.annotations.Nullable;

/**
 * One MQTT connection: log-in, then publications one after the other. It asks for the next packet only when the last one is settled, so a spool without
 * room stops the device. After a second it reads ahead a little, to notice whether the device is still there.
 */
public final class MqttConnection extends SimpleChannelInboundHandler<MqttMessage> implements MqttClients.Connected {
    /** Most bytes of a packet behind its fixed header. */
    public static final int PACKET_BYTES = GatewayLimits.MESSAGE_BYTES + 1024;

    /** Longest client id. */
    public static final int CLIENT_ID = 256;

    private static final int DAY_SECONDS = 86_400;
    /** A spool most often has room again sooner, and what a device has sent before it went is taken then. */
    private static final long READ_AHEAD_MILLIS = 1_000;

    private final Devices devices;
    private final MqttClients clients;
    private final GatewayLimits limits;
    private final Runnable loggedIn;
    private final PacketQueue queue;

    private @Nullable ChannelHandlerContext context;
    private @Nullable ScheduledFuture<?> logInDeadline;
    private @Nullable ScheduledFuture<?> readAhead;
    private Answers answers = new Answers(false, DeviceWishes.NONE);
    private boolean connecting;
    private boolean awaiting;
    private boolean asking;
    private long packets;
    private MqttClients.@Nullable Name name;
    private @Nullable Publications publications;

    /**
     * A connection of a device; the queue stands before it in the pipeline.
     *
     * @param loggedIn runs whenever somebody has logged in
     */
    public MqttConnection(
            Devices devices, MqttClients clients, GatewayLimits limits, PacketQueue queue, Runnable loggedIn) {
        this.queue = queue;
        this.devices = devices;
        this.clients = clients;
        this.limits = limits;
        this.loggedIn = loggedIn;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        context = ctx;
        logInDeadline = ctx.executor()
                .schedule(
                        () -> {
                            if (publications == null) {
                                var unused = ctx.close();
                            }
                        },
                        limits.request().toMillis(),
                        TimeUnit.MILLISECONDS);
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        next(ctx);
    }

    /** Asks for the next packet. */
    private void next(ChannelHandlerContext ctx) {
        if (readAhead != null) {
            readAhead.cancel(false);
            readAhead = null;
            queue.readAhead(false);
        }
        awaiting = true;
        readOn(ctx);
    }

    /** The next packet has to wait. */
    private void pauses(ChannelHandlerContext ctx) {
        if (readAhead == null) {
            readAhead = ctx.executor().schedule(() -> queue.readAhead(true), READ_AHEAD_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    /** What was read was no whole packet. */
    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        readOn(ctx);
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        readOn(ctx);
    }

    /**
     * Asks for a packet; and again if there was one, which is settled already. Packets may wait in the pipeline, so one must not ask for the next: that
     * would be a recursion. Nothing is read while the device does not read what it was sent.
     */
    private void readOn(ChannelHandlerContext ctx) {
        if (asking) {
            return;
        }
        asking = true;
        boolean came = true;
        while (came && awaiting && ctx.channel().isWritable()) {
            long before = packets;
            ctx.read();
            came = packets > before;
        }
        asking = false;
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        if (logInDeadline != null) {
            logInDeadline.cancel(false);
        }
        if (readAhead != null) {
            readAhead.cancel(false);
        }
        if (name != null) {
            clients.remove(name, this);
        }
        if (publications != null) {
            publications.end();
        }
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, MqttMessage packet) {
        awaiting = false;
        packets++;
        if (packet.decoderResult().isFailure()) {
            malformed(ctx, packet.decoderResult().cause());
        } else if (packet instanceof MqttConnectMessage connect && !connecting) {
            connecting = true;
            connect(ctx, connect);
        } else if (publications == null) {
            devices.refusedOtherwise(remote(ctx), "an MQTT connection that does not begin with CONNECT");
            var unused = ctx.close();
        } else {
            packet(ctx, packet, publications);
        }
    }

    private void malformed(ChannelHandlerContext ctx, Throwable cause) {
        devices.refusedOtherwise(remote(ctx), "a malformed MQTT packet");
        if (cause instanceof MqttUnacceptableProtocolVersionException) {
            end(
                    ctx,
                    answers.refused(
                            CONNECTION_REFUSED_UNACCEPTABLE_PROTOCOL_VERSION,
                            CONNECTION_REFUSED_UNSUPPORTED_PROTOCOL_VERSION));
        } else if (publications != null && cause instanceof TooLongFrameException) {
            disconnect(Disconnect.PACKET_TOO_LARGE, "a message has at most " + GatewayLimits.MESSAGE_BYTES + " bytes");
        } else {
            disconnect(Disconnect.MALFORMED_PACKET, "malformed packet");
        }
    }

    private void packet(ChannelHandlerContext ctx, MqttMessage packet, Publications into) {
        switch (packet.fixedHeader().messageType()) {
            case PUBLISH -> into.publish((MqttPublishMessage) packet);
            case PINGREQ -> answer(ctx, MqttMessage.PINGRESP);
            case SUBSCRIBE -> {
                devices.refusedOtherwise(remote(ctx), "a subscription");
                answer(ctx, answers.subAck((MqttSubscribeMessage) packet));
            }
            case UNSUBSCRIBE -> answer(ctx, answers.unsubAck((MqttUnsubscribeMessage) packet));
            case DISCONNECT -> {
                var unused = ctx.close();
            }
            default -> disconnect(Disconnect.PROTOCOL_ERROR, "a gateway does not expect this packet");
        }
    }

    private void answer(ChannelHandlerContext ctx, MqttMessage answer) {
        var unused = ctx.writeAndFlush(answer);
        next(ctx);
    }

    private void connect(ChannelHandlerContext ctx, MqttConnectMessage connect) {
        int version = connect.variableHeader().version();
        boolean five = version == MqttVersion.MQTT_5.protocolLevel();
        DeviceWishes wishes = five ? DeviceWishes.of(connect.variableHeader().properties()) : DeviceWishes.NONE;
        answers = new Answers(five, wishes == null ? DeviceWishes.NONE : wishes);
        if (version < MqttVersion.MQTT_3_1_1.protocolLevel()) {
            refuse(
                    ctx,
                    CONNECTION_REFUSED_UNACCEPTABLE_PROTOCOL_VERSION,
                    CONNECTION_REFUSED_UNSUPPORTED_PROTOCOL_VERSION);
            return;
        }
        if (wishes == null) {
            devices.refusedOtherwise(remote(ctx), "an MQTT connection with a property that is not allowed");
            refuse(ctx, CONNECTION_REFUSED_PROTOCOL_ERROR, CONNECTION_REFUSED_PROTOCOL_ERROR);
            return;
        }
        limit(ctx, wishes);
        String id = connect.payload().clientIdentifier();
        if (id.isEmpty() && !answers.five() && !connect.variableHeader().isCleanSession()) {
            refuse(ctx, CONNECTION_REFUSED_IDENTIFIER_REJECTED, CONNECTION_REFUSED_CLIENT_IDENTIFIER_NOT_VALID);
            return;
        }
        String assigned = id.isEmpty() ? UUID.randomUUID().toString() : "";
        var unused = devices.logIn(credentials(connect), remote(ctx))
                .whenComplete((answer, failure) -> ctx.executor()
                        .execute(() -> loggedIn(ctx, connect, answer, id.isEmpty() ? assigned : id, assigned)));
    }

    private static void limit(ChannelHandlerContext ctx, DeviceWishes wishes) {
        if (wishes.mostBytes() != DeviceWishes.NONE.mostBytes()) {
            ChannelHandlerContext encoder = ctx.pipeline().context(MqttEncoder.INSTANCE);
            ctx.pipeline().addBefore(encoder.name(), "packet-limit", new PacketLimit(wishes.mostBytes()));
        }
    }

    /** User name and password in the form of HTTP Basic. */
    private static Optional<String> credentials(MqttConnectMessage connect) {
        if (!connect.variableHeader().hasUserName()) {
            return Optional.empty();
        }
        byte[] password = connect.payload().passwordInBytes();
        String pair = connect.payload().userName() + ":"
                + (password == null ? "" : new String(password, StandardCharsets.UTF_8));
        return Optional.of("Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8)));
    }

    private void loggedIn(
            ChannelHandlerContext ctx,
            MqttConnectMessage connect,
            DeviceLogIn.@Nullable Answer answer,
            String clientId,
            String assigned) {
        if (!ctx.channel().isActive()) {
            return;
        }
        if (answer instanceof DeviceLogIn.Answer.Accepted accepted) {
            loggedIn.run();
            accept(ctx, connect, accepted.user(), clientId, assigned);
        } else if (answer instanceof DeviceLogIn.Answer.Refused) {
            refuse(ctx, CONNECTION_REFUSED_BAD_USER_NAME_OR_PASSWORD, CONNECTION_REFUSED_BAD_USERNAME_OR_PASSWORD);
        } else {
            refuse(ctx, CONNECTION_REFUSED_SERVER_UNAVAILABLE, CONNECTION_REFUSED_SERVER_BUSY);
        }
    }

    private void accept(
            ChannelHandlerContext ctx, MqttConnectMessage connect, String user, String clientId, String assigned) {
        int keepAlive = connect.variableHeader().keepAliveTimeSeconds();
        int announced = keepAlive == 0 ? DAY_SECONDS / 2 : 0;
        if (answers.five() && !answers.fitsAccepted(assigned, announced)) {
            refuse(ctx, CONNECTION_REFUSED_PACKET_TOO_LARGE, CONNECTION_REFUSED_PACKET_TOO_LARGE);
            return;
        }
        MqttClients.Name own = new MqttClients.Name(user, clientId);
        name = own;
        clients.add(own, this).ifPresent(MqttClients.Connected::takenOver);
        publications =
                new Publications(ctx, devices, own, answers, () -> next(ctx), () -> pauses(ctx), this::disconnect);
        int silence = keepAlive == 0 ? DAY_SECONDS : keepAlive + (keepAlive + 1) / 2;
        ChannelHandlerContext before = ctx.pipeline().context(queue);
        ctx.pipeline().addBefore(before.name(), "keep-alive", new KeepAlive(Duration.ofSeconds(silence), this::silent));
        answer(ctx, answers.accepted(assigned, announced));
    }

    private void refuse(ChannelHandlerContext ctx, MqttConnectReturnCode three, MqttConnectReturnCode five) {
        end(ctx, answers.refused(three, five));
    }

    /** Sends the last packet, and closes the connection though the device may not read it. */
    private void end(ChannelHandlerContext ctx, MqttMessage last) {
        var unused = ctx.writeAndFlush(last).addListener(ChannelFutureListener.CLOSE);
        var unusedToo = ctx.executor()
                .schedule(
                        () -> {
                            var unusedClose = ctx.close();
                        },
                        limits.request().toMillis(),
                        TimeUnit.MILLISECONDS);
    }

    private void disconnect(Disconnect code, String message) {
        ChannelHandlerContext ctx = context;
        if (ctx == null) {
            return;
        }
        if (answers.five() && publications != null) {
            end(ctx, answers.disconnect(code, message));
        } else {
            var unused = ctx.close();
        }
    }

    @Override
    public void takenOver() {
        ChannelHandlerContext ctx = context;
        if (ctx != null) {
            ctx.executor().execute(() -> disconnect(Disconnect.SESSION_TAKEN_OVER, "the client connected again"));
        }
    }

    private void silent() {
        disconnect(Disconnect.KEEP_ALIVE_TIMEOUT, "nothing came for one and a half keep-alive times");
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        devices.broke(remote(ctx), cause);
        var unused = ctx.close();
    }

    static String remote(ChannelHandlerContext ctx) {
        return ctx.channel().remoteAddress() instanceof InetSocketAddress address
                ? address.getAddress().getHostAddress()
                : "an unknown address";
    }
}
