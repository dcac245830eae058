package org.banip.surrogate.alert;

import java.time.Duration;
import java.util.function.Consumer;

/** Tells contacts in one way. Any thread; does not block. */
interface Sender extends AutoCloseable {
    /** Makes one attempt; {@code then} is called once, on another thread, with what became of it. */
    void send(Contact contact, Delivery delivery, Consumer<Outcome> then);

    /** An attempt is over after this time. */
    Duration longest();

    @Override
    void close();
}
