<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Compare</name>
    <message numerus="yes">
        <source>%n changed</source>
        <translation>
            <numerusform>%n changed</numerusform>
            <numerusform>%n changed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n equal</source>
        <translation>
            <numerusform>%n equal</numerusform>
            <numerusform>%n equal</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n equal characters before this</source>
        <translation>
            <numerusform>%n equal character before this</numerusform>
            <numerusform>%n equal characters before this</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n equal messages</source>
        <translation>
            <numerusform>%n equal message</numerusform>
            <numerusform>%n equal messages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more characters, in its session</source>
        <translation>
            <numerusform>%n more character, in its session</numerusform>
            <numerusform>%n more characters, in its session</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n only on the left</source>
        <translation>
            <numerusform>%n only on the left</numerusform>
            <numerusform>%n only on the left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n only on the right</source>
        <translation>
            <numerusform>%n only on the right</numerusform>
            <numerusform>%n only on the right</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Fork</name>
    <message numerus="yes">
        <source>%n events</source>
        <translation>
            <numerusform>%n event</numerusform>
            <numerusform>%n events</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Lineage</name>
    <message numerus="yes">
        <source>%n filtered out</source>
        <translation>
            <numerusform>%n filtered out</numerusform>
            <numerusform>%n filtered out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more folded</source>
        <translation>
            <numerusform>%n more folded</numerusform>
            <numerusform>%n more folded</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sessions shown</source>
        <translation>
            <numerusform>%n session shown</numerusform>
            <numerusform>%n sessions shown</numerusform>
        </translation>
    </message>
</context>
</TS>
