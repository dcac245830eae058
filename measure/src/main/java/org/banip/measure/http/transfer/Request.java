package org.banip.measure.http.transfer;

/**
 * A request, and what its answer must be.
 *
 * @param path of the resource
 * @param body what is posted; empty for a GET
 * @param answerBytes length of the answer's body
 * @param answerChecksum CRC-32C of the answer's body
 */
@SuppressWarnings("ArrayRecordComponent") // requests are not compared
public record Request(String path, byte[] body, long answerBytes, int answerChecksum) {
    /** Copies the body. */
    public Request {
        body = body.clone();
    }

    @Override
    public byte[] body() {
        return body.clone();
    }

    /** Whether it is a POST. */
    public boolean posts() {
        return body.length > 0;
    }
}
