package org.banip.gateway.settings;

/** What an acknowledgement tells a device. */
public enum Acknowledge {
    /**
     * The MBU has the samples: in memory, where they are lost if the gateway's process ends before the host has stored them, or in the directory that
     * the gateway was given.
     */
    SPOOL,
    /** The host has stored the samples. */
    HOST
}
