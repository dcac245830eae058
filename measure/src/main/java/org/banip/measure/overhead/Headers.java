package org.banip.measure.overhead;

/**
 * The sizes that the model needs, in bytes.
 *
 * @param packet of an IP and a TCP header, with the options that every packet has
 * @param segment most bytes of TCP payload in one packet
 * @param request HTTP request header
 * @param response HTTP response, header and body
 * @param synUp options that only the MBU's SYN has
 * @param synDown options that only the answer to it has
 */
public record Headers(int packet, int segment, int request, int response, int synUp, int synDown) {
    /** The headers of the thesis: MTU 576, time stamps in every packet, and only the headers that HTTP requires. */
    public static final Headers THESIS = new Headers(52, 524, 52, 37, 8, 12);

    /** These headers with HTTP headers of other sizes. */
    public Headers withHttp(int otherRequest, int otherResponse) {
        return new Headers(packet, segment, otherRequest, otherResponse, synUp, synDown);
    }

    /** Checks the sizes. */
    public Headers {
        if (packet < 1 || segment < 1 || request < 0 || response < 0 || synUp < 0 || synDown < 0) {
            throw new IllegalArgumentException(
                    "headers of " + packet + ", " + segment + ", " + request + ", " + response + ", " + synUp + ", "
                            + synDown + " bytes, must not be negative, the first two at least 1");
        }
    }
}
