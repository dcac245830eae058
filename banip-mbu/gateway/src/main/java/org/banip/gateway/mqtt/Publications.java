package org.banip.gateway.mqtt;

import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.mqtt.MqttPublishMessage;
import io.netty.handler.codec.mqtt.MqttQoS;
import io.netty.handler.codec.mqtt.MqttReasonCodes.Disconnect;
import io.netty.handler.codec.mqtt.MqttReasonCodes.PubAck;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.banip.gateway.session.Delivery;
import org.banip.gateway.session.DeviceMessage;
import org.banip.gateway.session.Devices;
import org.banip.gateway.session.Taking;
import org.banip.gateway.settings.GatewayLimits;
import org.jspecify.annotations.Nullable;

/** The publications of one connection, one at a time. Belongs to the connection's event loop. */
final class Publications {
    private static final long RETRY_MILLIS = 50;
    private static final int NO_PACKET_ID = -1;

    private final ChannelHandlerContext ctx;
    private final Devices devices;
    private final MqttClients.Name client;
    private final Answers answers;
    private final Runnable next;
    private final Runnable pauses;
    private final BiConsumer<Disconnect, String> disconnect;
    private final PublicationAcks acks;

    private boolean waitsForAcknowledgements;

    private record Publication(Topic topic, DeviceMessage message, PublicationAcks.@Nullable Owed owed) {}

    /**
     * None yet.
     *
     * @param next reads the next packet
     * @param pauses is told that the next packet has to wait, again and again while it waits for room
     * @param disconnect ends the connection
     */
    Publications(
            ChannelHandlerContext ctx,
            Devices devices,
            MqttClients.Name client,
            Answers answers,
            Runnable next,
            Runnable pauses,
            BiConsumer<Disconnect, String> disconnect) {
        this.ctx = ctx;
        this.devices = devices;
        this.client = client;
        this.answers = answers;
        this.next = next;
        this.pauses = pauses;
        this.disconnect = disconnect;
        acks = new PublicationAcks(this::acknowledge);
    }

    /** Takes a publication, and reads the next packet when it is settled. */
    void publish(MqttPublishMessage packet) {
        MqttQoS quality = packet.fixedHeader().qosLevel();
        if (quality == MqttQoS.EXACTLY_ONCE) {
            devices.refusedOtherwise(MqttConnection.remote(ctx), "quality of service 2");
            disconnect.accept(Disconnect.QOS_NOT_SUPPORTED, "quality of service is 0 or 1");
            return;
        }
        int packetId =
                quality == MqttQoS.AT_LEAST_ONCE ? packet.variableHeader().packetId() : NO_PACKET_ID;
        PublicationAcks.Owed owed = packetId == NO_PACKET_ID ? null : acks.add(packetId);
        if (packet.payload().readableBytes() > GatewayLimits.MESSAGE_BYTES) {
            devices.refusedOtherwise(MqttConnection.remote(ctx), "a message that is too long");
            disconnect.accept(
                    Disconnect.PACKET_TOO_LARGE, "a message has at most " + GatewayLimits.MESSAGE_BYTES + " bytes");
            return;
        }
        Optional<Topic> topic = Topic.parse(packet.variableHeader().topicName());
        if (topic.isEmpty()) {
            devices.refusedOtherwise(MqttConnection.remote(ctx), "a topic that is not banip/BAN/GROUP");
            refused(
                    new Refusal(
                            PubAck.TOPIC_NAME_INVALID,
                            Disconnect.TOPIC_NAME_INVALID,
                            "topics are banip/BAN/GROUP and banip/BAN/$description"),
                    owed);
            return;
        }
        Optional<String> token = packetId == NO_PACKET_ID
                ? Optional.empty()
                : Optional.of(client.user() + "/" + client.clientId() + "#" + packetId);
        Delivery delivery = new Delivery(nowNanos(), token, packet.fixedHeader().isDup());
        byte[] text = ByteBufUtil.getBytes(packet.payload());
        if (topic.get().group().isPresent()) {
            take(new Publication(topic.get(), new DeviceMessage(text, delivery), owed));
        } else {
            describe(topic.get(), text, owed);
        }
    }

    private static long nowNanos() {
        Instant now = Instant.now();
        return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    }

    private void describe(Topic topic, byte[] text, PublicationAcks.@Nullable Owed owed) {
        var unused = devices.describe(client.user(), topic.ban(), new String(text, StandardCharsets.UTF_8))
                .thenAccept(taking -> ctx.executor().execute(() -> settle(taking, owed)));
    }

    private void take(Publication publication) {
        if (!ctx.channel().isActive()) {
            return;
        }
        Topic topic = publication.topic;
        Taking taking = devices.take(client.user(), topic.ban(), topic.group().orElseThrow(), publication.message);
        if (taking instanceof Taking.NoRoom) {
            pauses.run();
            var unused = ctx.executor().schedule(() -> takeAgain(publication), RETRY_MILLIS, TimeUnit.MILLISECONDS);
        } else {
            settle(taking, publication.owed);
        }
    }

    private void takeAgain(Publication publication) {
        try {
            take(publication);
        } catch (RuntimeException e) {
            ctx.pipeline().fireExceptionCaught(e);
        }
    }

    private void settle(Taking taking, PublicationAcks.@Nullable Owed owed) {
        if (taking instanceof Taking.Refused why) {
            refused(Refusal.of(why), owed);
        } else if (taking instanceof Taking.Taken taken) {
            taken(taken, owed);
        }
    }

    private void taken(Taking.Taken taken, PublicationAcks.@Nullable Owed owed) {
        if (owed == null) {
            boolean unused = taken.safe().cancel(false); // nobody waits for it
        } else {
            owed.awaits(taken.safe());
            var unused = taken.safe().whenComplete((nothing, failure) -> {
                if (ctx.executor().inEventLoop()) {
                    safe(owed, failure);
                } else {
                    ctx.executor().execute(() -> safe(owed, failure));
                }
            });
        }
        readOn();
    }

    private void safe(PublicationAcks.Owed owed, @Nullable Throwable failure) {
        if (failure == null) {
            owed.result(null);
        } else if (ctx.channel().isActive()) {
            // Not acknowledged: the device keeps it.
            disconnect.accept(Disconnect.UNSPECIFIED_ERROR, "the gateway does not send this BAN now");
        }
    }

    private void refused(Refusal refusal, PublicationAcks.@Nullable Owed owed) {
        if (answers.five() && owed != null) {
            owed.result(refusal);
            readOn();
        } else {
            disconnect.accept(refusal.disconnect(), refusal.message());
        }
    }

    private void acknowledge(int packetId, @Nullable Refusal refusal) {
        var unused = ctx.writeAndFlush(answers.pubAck(packetId, refusal));
        if (waitsForAcknowledgements) {
            readOn();
        }
    }

    /** The connection has ended. */
    void end() {
        acks.end();
    }

    private void readOn() {
        waitsForAcknowledgements = acks.size() >= GatewayLimits.UNACKNOWLEDGED;
        if (waitsForAcknowledgements) {
            pauses.run();
        } else {
            next.run();
        }
    }
}
