package org.banip.gateway.mqtt;

import io.netty.handler.codec.mqtt.MqttConnectReturnCode;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttMessageBuilders;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttQoS;
import io.netty.handler.codec.mqtt.MqttReasonCodes;
import io.netty.handler.codec.mqtt.MqttSubscribeMessage;
import io.netty.handler.codec.mqtt.MqttUnsubscribeMessage;
import org.banip.gateway.settings.GatewayLimits;
import org.jspecify.annotations.Nullable;

/** The packets that a gateway sends, in the version of a connection. */
final class Answers {
    private static final short NO_SUBSCRIPTION_EXISTED = 0x11;

    private final boolean five;

    Answers(boolean five) {
        this.five = five;
    }

    /** Whether the version has reason codes. */
    boolean five() {
        return five;
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
            ack.reasonCode(refusal.pubAck().byteValue()).properties(reason(refusal.message()));
        } else if (five) {
            ack.reasonCode(MqttReasonCodes.PubAck.SUCCESS.byteValue());
        }
        return ack.build();
    }

    MqttMessage disconnect(MqttReasonCodes.Disconnect code, String message) {
        return MqttMessageBuilders.disconnect()
                .reasonCode(code.byteValue())
                .properties(reason(message))
                .build();
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
