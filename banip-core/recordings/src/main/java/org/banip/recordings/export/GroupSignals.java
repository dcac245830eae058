package org.banip.recordings.export;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Block;

/** Writes one group's signal files, one per stretch; the second of two passes over the record. One thread at a time. */
final class GroupSignals implements RecordingVisitor, AutoCloseable {
    private final NewFiles files;
    private final SensorGroup group;
    private final SampleLayout layout;
    private final List<WfdbRecord.GroupPart> parts;
    private final ExportProgress progress;
    private final Grid grid;
    private final List<SignalFile> written = new ArrayList<>();
    private long sets;

    GroupSignals(
            NewFiles files, ExportSource recording, int group, List<WfdbRecord.GroupPart> parts, ExportTarget target) {
        this.files = files;
        this.group = recording.groups().get(group);
        this.parts = parts;
        progress = target.progress();
        layout = new SampleLayout(this.group);
        grid = new Grid(this.group.frequency());
    }

    @Override
    public void sets(Block block) {
        try {
            int stretch = grid.stretchOf(block);
            if (stretch == written.size()) {
                finishLast();
                begin(parts.get(stretch));
            }
            written.get(stretch).write(block);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        sets += block.unitCount();
        progress.written(group.name(), sets);
    }

    private void begin(WfdbRecord.GroupPart part) throws IOException {
        written.add(new SignalFile(
                files.create(part.file()), part.stretch().coding(), layout, part.setsPerFrame(), part.firstUnit()));
    }

    private void finishLast() throws IOException {
        int last = written.size() - 1;
        if (last >= 0) {
            written.get(last).fillTo(parts.get(last).endUnit());
            written.get(last).close();
        }
    }

    /** Ends the last file and hands over all of them, by name. */
    void finish(Map<String, SignalFile> byName) throws IOException {
        finishLast();
        for (int i = 0; i < written.size(); i++) {
            byName.put(parts.get(i).file(), written.get(i));
        }
    }

    long sets() {
        return sets;
    }

    @Override
    public void close() throws IOException {
        for (SignalFile file : written) {
            file.close();
        }
    }
}
