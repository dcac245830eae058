package org.banip.measure.overhead;

/** Purpose of an IP packet in an exchange. */
public enum PacketKind {
    /** Opens a connection. */
    SYN("SYN"),
    /** The answer to it. */
    SYN_ACK("SYN/ACK"),
    /** The answer to that one: the connection is there. */
    OPENED("ACK of the SYN/ACK"),
    /** The head of a request and the beginning of its payload, or the beginning of a chunk. */
    FIRST("first data segment"),
    /** More of the payload. */
    FURTHER("further data segment"),
    /** TCP's acknowledgement of payload. */
    DATA_ACK("ACK of data"),
    /** HTTP's answer. */
    ANSWER("answer"),
    /** BANip's acknowledgement, on the reverse channel. */
    FRAME("BANip acknowledgement"),
    /** TCP's acknowledgement of an answer or a frame from the other end. */
    ANSWER_ACK("ACK of the answer"),
    /** The host closes the connection. */
    END("end (FIN)"),
    /** The MBU closes the connection. */
    RESET("end (FIN or RST)"),
    /** The answer to a packet that arrives after the end. */
    LATE("RST of a late packet");

    private final String label;

    PacketKind(String label) {
        this.label = label;
    }

    /** What people call it. */
    public String label() {
        return label;
    }
}
