package org.banip.measure.losses;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.banip.measure.losses.process.Products;

/** What is compared. */
public enum Product {
    /** BANip with its default chain, and a spool that is synced for each packet. */
    BANIP(true, Products.BANIP),
    /** The same with a packet for each sample, as the peers have a message for each. */
    BANIP_EACH(true, Products.BANIP_EACH),
    /** MQTT at quality of service 1. */
    MQTT(false, Products.MQTT),
    /** gRPC with an application that sends again. */
    GRPC(false, Products.GRPC),
    /** NATS JetStream. */
    NATS(false, Products.NATS);

    private final boolean banip;
    private final String text;

    Product(boolean banip, String text) {
        this.banip = banip;
        this.text = text;
    }

    /** Whether it is BANip. */
    boolean isBanip() {
        return banip;
    }

    /** Whether its sender has a disk. */
    boolean sendsFromDisk() {
        return banip;
    }

    /** Why it cannot be used here; empty if it can. */
    public Optional<String> missing() {
        return banip ? Optional.empty() : Products.peer(text).missing();
    }

    /** All names. */
    public static List<String> names() {
        return Arrays.stream(values()).map(Product::toString).toList();
    }

    /**
     * The one of this name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Product named(String name) {
        return Arrays.stream(values())
                .filter(one -> one.text.equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("product " + name + ", allowed are " + names()));
    }

    /** Its name in options and results. */
    @Override
    public String toString() {
        return text;
    }
}
