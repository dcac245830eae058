package org.banip.mbu.interconnect;

import java.util.UUID;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.RegistrationAnswer;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.core.text.Counted;
import org.banip.core.transcoding.TranscodingChain;

/** Reads a registration answer and checks that it answers the MBU's registration. */
final class RegistrationCheck {
    private RegistrationCheck() {}

    /**
     * Reads the answer from a document.
     *
     * @throws WrongAnswerException if it is damaged, or answers another registration
     */
    static RegistrationAnswer read(String document, RegistrationRequest asked, InterconnectSetup setup) {
        try {
            return checked(document, asked, setup);
        } catch (BanipException e) {
            throw new WrongAnswerException(e);
        }
    }

    private static RegistrationAnswer checked(String document, RegistrationRequest asked, InterconnectSetup setup) {
        UUID session = asked.session();
        RegistrationAnswer answer;
        try {
            answer = RegistrationAnswer.fromJson(document);
        } catch (IllegalArgumentException e) {
            throw new BanipException(ErrorCode.MALFORMED_REQUEST, "registration answer: " + e.getMessage(), e);
        }
        require(answer.interconnect().equals(session), "is for " + answer.interconnect() + ", not " + session);
        require(
                !answer.surrogate().isEmpty() && !answer.surrogate().endsWith("/"),
                "has the surrogate URL '" + answer.surrogate() + "'");
        require(
                answer.detectors() <= asked.detectors().size(),
                "takes " + Counted.of(answer.detectors(), "detector") + ", the BAN declares "
                        + asked.detectors().size());
        // More than were asked for, if another link has registered groups that were added meanwhile.
        int groups = answer.groups().size();
        require(
                groups >= asked.ban().groups().size() && groups <= setup.groupCount(),
                "has " + Counted.of(groups, "group") + ", the BAN has " + setup.groupCount());
        for (int g = 0; g < groups; g++) {
            checkGroup(g, answer.groups().get(g), setup);
        }
        return answer;
    }

    private static void checkGroup(int group, RegistrationAnswer.GroupState state, InterconnectSetup setup) {
        String name = setup.groupName(group);
        require(state.name().equals(name), "has group " + state.name() + " in the place of " + name);
        String agreed =
                TranscodingChain.parse(state.chain(), setup.transcoders()).toString();
        String wanted = setup.chainOf(group);
        if (!agreed.equals(wanted)) {
            throw new BanipException(
                    ErrorCode.INVALID_CHAIN,
                    "the host would decode group " + name + " with " + agreed + ", asked for was " + wanted);
        }
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new BanipException(ErrorCode.MALFORMED_REQUEST, "registration answer " + otherwise);
        }
    }
}
