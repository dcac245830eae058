package org.banip.gateway.session;

import org.banip.gateway.sample.SampleReader;
import org.banip.gateway.sample.Samples;
import org.jspecify.annotations.Nullable;

/** A message of a device. It is read once, however often it is offered; then its text is forgotten. One thread at a time. */
public final class DeviceMessage {
    private final Delivery delivery;
    private byte @Nullable [] text;
    private @Nullable Samples samples;

    /**
     * A message that came.
     *
     * @param text CSV or JSON; belongs to the message from now on
     */
    public DeviceMessage(byte[] text, Delivery delivery) {
        this.text = text;
        this.delivery = delivery;
    }

    Delivery delivery() {
        return delivery;
    }

    /**
     * What it says.
     *
     * @param reader that of its group
     * @throws org.banip.core.error.BanipException if it is wrong
     */
    Samples samples(SampleReader reader) {
        Samples known = samples;
        byte[] unread = text;
        if (known == null && unread != null) {
            known = reader.read(unread, delivery.arrivedNanos());
            samples = known;
            text = null;
        }
        if (known == null) {
            throw new IllegalStateException("a message without text and samples");
        }
        return known;
    }
}
