package org.banip.mbu.interconnect;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.banip.core.interconnect.Protocol;
import org.banip.core.interconnect.RegistrationAnswer;
import org.banip.core.interconnect.RegistrationRequest;

/** What a host answers to the first registration of a session, as far as the first frames depend on it (docs/protocol.md, section 3.1). */
final class ForeseenAnswer {
    private static final Duration KEEP_ALIVE = Duration.ofSeconds(5);
    private static final int MISSED = 3;
    private static final Duration GRACE = Duration.ofMinutes(1);
    private static final int REORDER_WINDOW = 64;

    private ForeseenAnswer() {}

    static RegistrationAnswer to(RegistrationRequest request, InterconnectSetup setup) {
        List<RegistrationAnswer.GroupState> groups = new ArrayList<>();
        for (int g = 0; g < request.ban().groups().size(); g++) {
            groups.add(new RegistrationAnswer.GroupState(setup.groupName(g), setup.chainOf(g), 0));
        }
        return new RegistrationAnswer(
                request.session(),
                Protocol.INTERCONNECTS + "/" + request.session(),
                KEEP_ALIVE,
                MISSED,
                GRACE,
                REORDER_WINDOW,
                0,
                groups,
                Optional.empty(),
                request.retiring(),
                request.adding(),
                0);
    }
}
