package org.banip.surrogate.interconnect;

import java.util.Collection;
import java.util.Optional;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.surrogate.api.CommandSender;

/**
 * Who may have how many of the commands that wait for their answers (docs/control.md): one person a quarter, all people together three quarters, and
 * programs what is left; people have one place at least. Owned by the interconnect's serial executor.
 */
final class CommandShares {
    private static final int QUARTERS = 4;

    private final int all;
    private final int ofPeople;
    private final int ofPerson;

    /** @param all most commands that wait, at least 1 */
    CommandShares(int all) {
        this.all = all;
        ofPeople = Math.max(1, all - (all + QUARTERS - 1) / QUARTERS);
        ofPerson = Math.max(1, all / QUARTERS);
    }

    /** Why one more of this sender may not wait beside these: {@code LIMIT_REACHED}; empty if it may. */
    Optional<BanipException> refusal(CommandSender sender, Collection<PendingCommand> waiting) {
        if (waiting.size() >= all) {
            return full(waiting.size() + " commands wait for an answer already");
        }
        if (!sender.person()) {
            return Optional.empty();
        }
        long people =
                waiting.stream().filter(command -> command.sender.person()).count();
        if (people >= ofPeople) {
            return full(people + " commands of people wait for an answer already, limit " + ofPeople);
        }
        long own = waiting.stream()
                .filter(command ->
                        command.sender.person() && command.sender.name().equals(sender.name()))
                .count();
        return own >= ofPerson
                ? full(own + " commands of " + sender.name() + " wait for an answer already, limit " + ofPerson)
                : Optional.empty();
    }

    private static Optional<BanipException> full(String what) {
        return Optional.of(new BanipException(ErrorCode.LIMIT_REACHED, what));
    }
}
