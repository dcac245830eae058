package org.banip.measure.overhead;

/**
 * Bytes on the wire of one packet of a transcoding chain (thesis, overhead model). A request's first packet carries its header and the
 * beginning of the payload; each further one is acknowledged by itself.
 */
public final class OverheadModel {
    /** Of the thesis. */
    public static final OverheadModel THESIS = new OverheadModel(Headers.THESIS);

    /** SYN, ACK of the SYN's answer, request, ACK of the response, FIN. */
    private static final int CONNECTION_UP = 5;
    /** Answer to the SYN, ACK of the request, response, ACK of the FIN with its own. */
    private static final int CONNECTION_DOWN = 4;
    /** CR LF after a chunk's size, CR LF after the chunk, and two more that a chunk of its own costs, as the thesis counts. */
    private static final int CHUNK = 6;

    private final Headers headers;

    /** With these sizes. */
    public OverheadModel(Headers headers) {
        this.headers = headers;
    }

    /**
     * What it takes to bring a payload over.
     *
     * @param payload of HTTP, in bytes, at least 1
     */
    public WireBytes bytes(Exchange exchange, int payload) {
        if (payload < 1) {
            throw new IllegalArgumentException("a payload of " + payload + " bytes, must be at least 1");
        }
        return switch (exchange) {
            case PER_REQUEST -> request(payload, CONNECTION_UP, headers.synUp(), CONNECTION_DOWN, headers.synDown());
            case PERSISTENT -> request(payload, 1, 0, 1, 0);
            case CHUNKED -> chunked(payload);
            case TCP_ONLY -> tcp(payload);
        };
    }

    /** What HTTP adds to a chunk of so many bytes. */
    public int chunkBytes(int payload) {
        return CHUNK + Integer.toHexString(payload).length();
    }

    private WireBytes request(int payload, int up, int synUp, int down, int synDown) {
        long further = divideUp(Math.max(0, payload - (headers.segment() - headers.request())), headers.segment());
        long packetsUp = up + further;
        long packetsDown = down + further;
        return new WireBytes(
                packetsUp,
                headers.request() + synUp + headers.packet() * packetsUp + payload,
                packetsDown,
                headers.response() + synDown + headers.packet() * packetsDown);
    }

    private WireBytes tcp(int payload) {
        long packets = divideUp(payload, headers.segment());
        return new WireBytes(packets, headers.packet() * packets + payload, packets, headers.packet() * packets);
    }

    private WireBytes chunked(int payload) {
        WireBytes tcp = tcp(payload);
        return new WireBytes(tcp.packetsUp(), tcp.bytesUp() + chunkBytes(payload), tcp.packetsDown(), tcp.bytesDown());
    }

    private static int divideUp(int number, int by) {
        return (number + by - 1) / by;
    }
}
