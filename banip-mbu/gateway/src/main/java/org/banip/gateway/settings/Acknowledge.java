package org.banip.gateway.settings;

/** What an acknowledgement tells a device. */
public enum Acknowledge {
    /** The MBU has the samples, in memory. They are lost if the gateway's process ends before the host has stored them. */
    SPOOL,
    /** The host has stored the samples. */
    HOST
}
