package org.banip.gateway.session;

import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Takes sensor sets that somebody in the gateway's process has received from devices, and whose right to send them was checked. They count in the
 * gateway's counters. Any thread.
 */
public interface SampleIntake {
    /**
     * Starts the MBU of a BAN, if it does not run already. Empty if it runs now; otherwise why not: {@link Taking.Reason#CONFLICT} if the gateway has
     * another description of the BAN, {@link Taking.Reason#TOO_MANY} if it has no room for another BAN, {@link Taking.Reason#DESCRIPTION} if an MBU
     * refuses the description, {@link Taking.Reason#ENDED} if the BAN cannot be sent now.
     *
     * @param ban as {@link DescribedBan#ofDevice} makes it
     * @return completes on a thread of the gateway; exceptionally with an internal error
     */
    CompletionStage<Optional<Taking.Refused>> describe(DescribedBan ban);

    /** The same for a BAN that was refused: one that is refused again counts as one refusal with those before. */
    CompletionStage<Optional<Taking.Refused>> describeAgain(DescribedBan ban);

    /** The MBU of a BAN that runs now; empty if the gateway does not know the BAN, or does not send it now. */
    Optional<BanIntake> running(String ban);
}
