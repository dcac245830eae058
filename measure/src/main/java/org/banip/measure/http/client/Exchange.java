package org.banip.measure.http.client;

import org.banip.measure.http.transfer.Request;

/** A request, and who is told of its answer. Belongs to the event loop. */
record Exchange(Request request, Outcome outcome) {
    /** Is told how a request ended, once. */
    interface Outcome {
        /**
         * The whole answer has come.
         *
         * @param status of the answer
         * @param bytes of its body
         * @param checksum CRC-32C of its body
         * @param early whether the server took the request before the handshake was complete
         */
        void answered(int status, long bytes, int checksum, boolean early);

        /** There will be no answer. */
        void failed(Throwable cause);
    }
}
