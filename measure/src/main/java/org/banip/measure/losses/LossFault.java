package org.banip.measure.losses;

import java.util.Arrays;
import java.util.List;

/** What happens in a run. */
public enum LossFault {
    /** SIGKILL of the sender while the link works; started again after a second. */
    KILL_SENDER("kill-sender", Disk.NONE),
    /** The link carries nothing; then SIGKILL of the sender; then the link works and the sender is started again. */
    KILL_SENDER_OFFLINE("kill-sender-offline", Disk.NONE),
    /** SIGKILL of everything behind the link at once; started again after a second. */
    KILL_RECEIVER("kill-receiver", Disk.NONE),
    /** The link carries nothing; then all connections are reset, and what was under way is gone. */
    OUTAGE("outage", Disk.NONE),
    /** The receiver's disk is full; then it has room again. */
    DISK_FULL("disk-full", Disk.RECEIVER),
    /** The receiver's disk is full; it is killed; the disk has room again, and it is started. */
    DISK_FULL_KILL("disk-full-kill", Disk.RECEIVER),
    /** The sender's disk is full; then it has room again. */
    SENDER_DISK_FULL("sender-disk-full", Disk.SENDER);

    /** Whose disk can be full. */
    enum Disk {
        NONE,
        RECEIVER,
        SENDER
    }

    private final String text;
    private final Disk disk;

    LossFault(String text, Disk disk) {
        this.text = text;
        this.disk = disk;
    }

    Disk disk() {
        return disk;
    }

    /** Whether it can happen to this product. */
    boolean concerns(Product product) {
        return disk != Disk.SENDER || product.sendsFromDisk();
    }

    /** All names. */
    public static List<String> names() {
        return Arrays.stream(values()).map(LossFault::toString).toList();
    }

    /**
     * The one of this name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static LossFault named(String name) {
        return Arrays.stream(values())
                .filter(one -> one.text.equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("fault " + name + ", allowed are " + names()));
    }

    /** Its name in options and results. */
    @Override
    public String toString() {
        return text;
    }
}
