package org.banip.surrogate.detection;

import java.util.ArrayList;
import java.util.List;
import org.banip.alerts.AlertRules;
import org.banip.alerts.SilenceRule;
import org.banip.alerts.finding.Finding;
import org.banip.core.ban.SensorGroup;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Sequenced;
import org.banip.surrogate.store.InterconnectRecord;
import org.banip.surrogate.store.StepsBack;
import org.banip.surrogate.store.Store;

/** How long the groups of a session that is over may have been silent, as the store knows it. Reads the store. */
final class AbsentGroup {
    private static final double NANOS_PER_SECOND = 1e9;

    private AbsentGroup() {}

    /**
     * A silence that is found when it is due.
     *
     * @param by whose rule it is
     * @param item the last one of the group, or {@link BanFinding#NO_ITEM}
     * @param dueNanos when, by the host's clock
     */
    record Silence(BanFinding.By by, Finding finding, long item, long dueNanos) {}

    /** What these rules find if nothing comes any more. A retired group is not silent. */
    static List<Silence> silences(Store store, InterconnectRecord record, AlertRules rules, BanFinding.By by) {
        List<Silence> found = new ArrayList<>();
        List<SensorGroup> groups = record.ban().groups();
        for (int index = 0; index < groups.size(); index++) {
            SensorGroup group = groups.get(index);
            List<SilenceRule> those = rules.silences(group);
            if (!those.isEmpty()) {
                add(store, record, index, those, by, found);
            }
        }
        return found;
    }

    private static void add(
            Store store,
            InterconnectRecord record,
            int index,
            List<SilenceRule> rules,
            BanFinding.By by,
            List<Silence> found) {
        SensorGroup group = record.ban().groups().get(index);
        long item = store.nextSequences(record)[index] - 1;
        long received = store.lastReceived(record)[index];
        long last = record.registeredNanos();
        if (item < 0) {
            received = last;
        } else {
            Sequenced end = new StepsBack.ItemsOf(store, record, index).at(item);
            if (end == null || received < 0 || end instanceof Gap gap && gap.reason() == Gap.Reason.RETIRED) {
                return;
            }
            last = group.frequency().instantNanos(end.originNanos(), end.endUnit() - 1);
        }
        for (SilenceRule rule : rules) {
            found.add(new Silence(by, silent(rule, group, last), item, received + rule.afterNanos()));
        }
    }

    private static Finding silent(SilenceRule rule, SensorGroup group, long last) {
        return new Finding(
                rule.detector(),
                BanFinding.SILENT,
                rule.severity(),
                true,
                group.name(),
                "",
                rule.afterNanos() / NANOS_PER_SECOND,
                "s",
                last,
                last + rule.afterNanos());
    }
}
