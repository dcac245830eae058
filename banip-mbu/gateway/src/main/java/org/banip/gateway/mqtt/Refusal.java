package org.banip.gateway.mqtt;

import io.netty.handler.codec.mqtt.MqttReasonCodes.Disconnect;
import io.netty.handler.codec.mqtt.MqttReasonCodes.PubAck;
import org.banip.gateway.session.Taking;

/**
 * A refused publication in MQTT's words.
 *
 * @param pubAck reason code of PUBACK
 * @param disconnect reason code of DISCONNECT, where there is no PUBACK
 * @param message for the device
 */
record Refusal(PubAck pubAck, Disconnect disconnect, String message) {
    private static final int LONGEST = 512;

    Refusal {
        message = message.length() > LONGEST ? message.substring(0, LONGEST) : message;
    }

    /** The codes of MQTT 5, section 3.4.2.1 and 3.14.2.1. */
    static Refusal of(Taking.Refused refused) {
        String why = refused.message();
        return switch (refused.reason()) {
            case UNKNOWN -> new Refusal(PubAck.TOPIC_NAME_INVALID, Disconnect.TOPIC_NAME_INVALID, why);
            case FORBIDDEN -> new Refusal(PubAck.NOT_AUTHORIZED, Disconnect.NOT_AUTHORIZED, why);
            case MALFORMED, INVALID, DESCRIPTION ->
                new Refusal(PubAck.PAYLOAD_FORMAT_INVALID, Disconnect.PAYLOAD_FORMAT_INVALID, why);
            case TOO_MANY -> new Refusal(PubAck.QUOTA_EXCEEDED, Disconnect.QUOTA_EXCEEDED, why);
            case CONFLICT, ENDED ->
                new Refusal(PubAck.IMPLEMENTATION_SPECIFIC_ERROR, Disconnect.IMPLEMENTATION_SPECIFIC_ERROR, why);
        };
    }
}
