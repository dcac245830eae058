package org.banip.mbu.command;

/** Retires groups and takes them up again, and changes their rates and chains. Any thread. */
public interface GroupSwitch {
    /** The sensors of a group that the app has added were put away, or are back. */
    void present(String group, boolean present);

    /** A group that has a lower rate is sent at that rate from now on, or at its full rate as far as the link carries it. */
    void lowerRate(String group, boolean lower);

    /**
     * A group is encoded by another chain from its next packet on, if the host's decoders take what it makes.
     *
     * @return its canonical text
     * @throws org.banip.core.error.BanipException {@code INVALID_CHAIN} if they need not, with what may change
     */
    String encodeBy(String group, String chain);
}
