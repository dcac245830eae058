package org.banip.mbu.interconnect;

import java.io.IOException;

/** The frames that followed a registration at once cannot go on with its answer. They are sent again, as the answer says. */
final class ForeseenWronglyException extends IOException {
    private static final long serialVersionUID = 1L;

    ForeseenWronglyException() {
        super("the frames behind the registration cannot go on with its answer");
    }
}
