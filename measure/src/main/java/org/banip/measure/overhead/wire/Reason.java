package org.banip.measure.overhead.wire;

/** Why a packet on the link is not what the model counts. */
public enum Reason {
    /** It is. */
    NONE(""),
    /** Its TCP options have another size; the comparison lists them. */
    OPTIONS("TCP options"),
    /** The model lets it travel with data that goes the same way. */
    ALONE("an acknowledgement that finds no data to travel with; the model has none"),
    /** A delayed acknowledgement (RFC 9293, 3.8.6.3): one for several segments, or with the answer. */
    COVERED("a later packet acknowledges it; the model has one for each segment"),
    /** A chunk (RFC 9112, 7.1) has its size's digits and CR LF twice; the thesis counts six bytes beside the digits. */
    CHUNK("a chunk has CR LF twice; the thesis counts two bytes more"),
    /** BANip acknowledges stored packets; the model has HTTP only. */
    BANIP("BANip acknowledges what is stored; the model has none"),
    /** The host's FIN and the MBU's RST have crossed. */
    CROSSED("the host's FIN and the MBU's RST have crossed"),
    /** The reason is unknown. */
    OTHER("not explained");

    private final String text;

    Reason(String text) {
        this.text = text;
    }

    /** The reason in words; empty if there is no difference. */
    public String text() {
        return text;
    }
}
