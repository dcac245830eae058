package org.banip.measure.overhead;

/** What an IP packet of an exchange is for. */
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
    /** The end of a connection, as the host says it. */
    END("end (FIN)"),
    /** The end of a connection, as the MBU says it. */
    RESET("end (FIN or RST)"),
    /** What answers a packet that comes after the end. */
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
