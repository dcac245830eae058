package org.banip.gateway.mqtt;

import io.netty.handler.codec.mqtt.MqttConnectReturnCode;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttMessageBuilders;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttQoS;
import io.netty.handler.codec.mqtt.MqttReasonCodes;
import io.netty.handler.codec.mqtt.MqttSubscribeMessage;
import io.netty.handler.codec.mqtt.MqttUnsubscribeMessage;
import java.nio.charset.StandardCharsets;
import org.banip.gateway.settings.GatewayLimits;
import org.jspecify.annotations.Nullable;

/** The packets that a gateway sends, in the version of a connection. */
final class Answers {
    private static final short NO_SUBSCRIPTION_EXISTED = 0x11;
    /** Bytes of a CONNACK behind the fixed header, without the properties that not each has. */
    private static final int CONNACK_BYTES = 29;
    /** Bytes of a property with a number of two bytes, and of a text without its characters. */
    private static final int PROPERTY_BYTES = 3;

    /** Packet identifier and reason code; reason code. */
    private static final int PUBACK_BYTES = 3;

    private static final int DISCONNECT_BYTES = 1;

    private final boolean five;
    private final DeviceWishes wishes;

    Answers(boolean five, DeviceWishes wishes) {
        this.five = five;
        this.wishes = wishes;
    }

    /** Whether the version has reason codes. */
    boolean five() {
        return five;
    }

    /** Whether the device accepts a packet that is as long as {@link #accepted}. */
    boolean fitsAccepted(String assignedId, int keepAliveSeconds) {
        int id = assignedId.isEmpty() ? 0 : PROPERTY_BYTES + assignedId.length();
        return wishes.accepts(CONNACK_BYTES + id + (keepAliveSeconds > 0 ? PROPERTY_BYTES : 0));
    }

    MqttMessage accepted(String assignedId, int keepAliveSeconds) {
        MqttMessageBuilders.ConnAckBuilder accepted = MqttMessageBuilders.connAck()
                .returnCode(MqttConnectReturnCode.CONNECTION_ACCEPTED)
                .sessionPresent(false);
        if (five) {
            accepted.properties(properties -> {
                properties
                        .sessionExpiryInterval(0)
                        .receiveMaximum(GatewayLimits.UNACKNOWLEDGED)
                        .maximumQos((byte) 1)
                        .retainAvailable(true) // descriptions may be retained; nobody reads them
                        .maximumPacketSize(MqttConnection.PACKET_BYTES)
                        .topicAliasMaximum(0)
                        .wildcardSubscriptionAvailable(false)
                        .subscriptionIdentifiersAvailable(false)
                        .sharedSubscriptionAvailable(false);
                if (!assignedId.isEmpty()) {
                    properties.assignedClientId(assignedId);
                }
                if (keepAliveSeconds > 0) {
                    properties.serverKeepAlive(keepAliveSeconds);
                }
            });
        }
        return accepted.build();
    }

    MqttMessage refused(MqttConnectReturnCode three, MqttConnectReturnCode code5) {
        return MqttMessageBuilders.connAck()
                .returnCode(five ? code5 : three)
                .sessionPresent(false)
                .build();
    }

    MqttMessage pubAck(int packetId, @Nullable Refusal refusal) {
        MqttMessageBuilders.PubAckBuilder ack = MqttMessageBuilders.pubAck().packetId(packetId);
        if (five && refusal != null) {
            ack.reasonCode(refusal.pubAck().byteValue());
            if (wishes.reasons() && fitsReason(PUBACK_BYTES, refusal.message())) {
                ack.properties(reason(refusal.message()));
            }
        } else if (five) {
            ack.reasonCode(MqttReasonCodes.PubAck.SUCCESS.byteValue());
        }
        return ack.build();
    }

    MqttMessage disconnect(MqttReasonCodes.Disconnect code, String message) {
        MqttMessageBuilders.DisconnectBuilder last =
                MqttMessageBuilders.disconnect().reasonCode(code.byteValue());
        if (fitsReason(DISCONNECT_BYTES, message)) {
            last.properties(reason(message));
        }
        return last.build();
    }

    /** A reason string must not make a packet longer than the device accepts (sections 3.4.2.2.2 and 3.14.2.2.3). */
    private boolean fitsReason(int bytes, String message) {
        int property = PROPERTY_BYTES + message.getBytes(StandardCharsets.UTF_8).length;
        return wishes.accepts(bytes + DeviceWishes.numberBytes(property) + property);
    }

    /** Nothing can be subscribed to. */
    MqttMessage subAck(MqttSubscribeMessage asked) {
        MqttMessageBuilders.SubAckBuilder none =
                MqttMessageBuilders.subAck().packetId(asked.variableHeader().messageId());
        asked.payload().topicSubscriptions().forEach(topic -> none.addGrantedQos(MqttQoS.FAILURE));
        return none.build();
    }

    MqttMessage unsubAck(MqttUnsubscribeMessage asked) {
        MqttMessageBuilders.UnsubAckBuilder none =
                MqttMessageBuilders.unsubAck().packetId(asked.variableHeader().messageId());
        if (five) {
            asked.payload().topics().forEach(topic -> none.addReasonCode(NO_SUBSCRIPTION_EXISTED));
        }
        return none.build();
    }

    private static MqttProperties reason(String message) {
        MqttProperties properties = new MqttProperties();
        properties.add(new MqttProperties.StringProperty(MqttProperties.REASON_STRING, message));
        return properties;
    }
}
