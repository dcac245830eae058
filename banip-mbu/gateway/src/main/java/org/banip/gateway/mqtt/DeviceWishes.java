package org.banip.gateway.mqtt;

import io.netty.handler.codec.mqtt.MqttProperties;
import org.jspecify.annotations.Nullable;

/**
 * What a device of MQTT 5 says in CONNECT of the packets that it is sent.
 *
 * @param mostBytes longest packet that it accepts, "Maximum Packet Size" (section 3.1.2.11.4)
 * @param reasons whether a PUBACK may have a reason string, "Request Problem Information" (section 3.1.2.11.7)
 */
record DeviceWishes(long mostBytes, boolean reasons) {
    /** A device that says nothing. */
    static final DeviceWishes NONE = new DeviceWishes(Long.MAX_VALUE, true);

    /** Reads them; null if one has a value that is a protocol error. */
    static @Nullable DeviceWishes of(MqttProperties connect) {
        Integer bytes = number(connect, MqttProperties.MAXIMUM_PACKET_SIZE);
        Integer problems = number(connect, MqttProperties.REQUEST_PROBLEM_INFORMATION);
        if (bytes != null && bytes == 0 || problems != null && problems != 0 && problems != 1) {
            return null;
        }
        return new DeviceWishes(
                bytes == null ? NONE.mostBytes : Integer.toUnsignedLong(bytes), problems == null || problems == 1);
    }

    private static @Nullable Integer number(MqttProperties of, int id) {
        return of.getProperty(id) instanceof MqttProperties.IntegerProperty property ? property.value() : null;
    }

    /** Whether the device accepts a packet of this remaining length (MQTT 5.0, section 2.1.4). */
    boolean accepts(int remaining) {
        return 1 + numberBytes(remaining) + remaining <= mostBytes;
    }

    /** Bytes of a variable byte integer (section 1.5.5). */
    static int numberBytes(int number) {
        int bytes = 1;
        for (int left = number >>> 7; left > 0; left >>>= 7) {
            bytes++;
        }
        return bytes;
    }
}
