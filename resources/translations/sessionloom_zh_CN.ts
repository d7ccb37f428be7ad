<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>About</name>
    <message>
        <source>About Sessionloom</source>
        <translation>关于 Sessionloom</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Data folder</source>
        <translation>数据文件夹</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>资料库</translation>
    </message>
    <message>
        <source>Log file</source>
        <translation>日志文件</translation>
    </message>
    <message>
        <source>Qt is used under the LGPL, as a package of its own that can be replaced.</source>
        <translation>Qt 依照 LGPL 使用，是可替换的独立软件包。</translation>
    </message>
    <message>
        <source>Reads the session logs of AI agents. Nothing is sent anywhere.</source>
        <translation>读取 AI 代理的会话日志，不会向任何地方发送内容。</translation>
    </message>
    <message>
        <source>Show the data folder</source>
        <translation>显示数据文件夹</translation>
    </message>
    <message>
        <source>System</source>
        <translation>系统</translation>
    </message>
    <message>
        <source>Third-party licences</source>
        <translation>第三方许可</translation>
    </message>
</context>
<context>
    <name>Actions</name>
    <message>
        <source>About Sessionloom</source>
        <translation>关于 Sessionloom</translation>
    </message>
    <message>
        <source>Absolute times</source>
        <translation>绝对时间</translation>
    </message>
    <message>
        <source>Actual size</source>
        <translation>实际大小</translation>
    </message>
    <message>
        <source>Archive</source>
        <translation>归档</translation>
    </message>
    <message>
        <source>Archived</source>
        <translation>已归档</translation>
    </message>
    <message>
        <source>Audit rows</source>
        <translation>审计行</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Cancel import</source>
        <translation>取消导入</translation>
    </message>
    <message>
        <source>Close session</source>
        <translation>关闭会话</translation>
    </message>
    <message>
        <source>Close source</source>
        <translation>关闭来源</translation>
    </message>
    <message>
        <source>Collapse all</source>
        <translation>全部折叠</translation>
    </message>
    <message>
        <source>Command palette…</source>
        <translation>命令面板…</translation>
    </message>
    <message>
        <source>Compact</source>
        <translation>紧凑</translation>
    </message>
    <message>
        <source>Compare attempt with the answer</source>
        <translation>将这次尝试与回答比较</translation>
    </message>
    <message>
        <source>Compare generations</source>
        <translation>比较各代格式</translation>
    </message>
    <message>
        <source>Compare with parent</source>
        <translation>与父会话比较</translation>
    </message>
    <message>
        <source>Compare with…</source>
        <translation>比较…</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy diagnosis report</source>
        <translation>复制诊断报告</translation>
    </message>
    <message>
        <source>Copy image</source>
        <translation>复制图片</translation>
    </message>
    <message>
        <source>Copy link to this place</source>
        <translation>复制此处的链接</translation>
    </message>
    <message>
        <source>Copy session id</source>
        <translation>复制会话 ID</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>English</source>
        <translation>English</translation>
    </message>
    <message>
        <source>Expand all that is loaded</source>
        <translation>展开已加载的全部内容</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Failed attempts</source>
        <translation>失败的尝试</translation>
    </message>
    <message>
        <source>Fork from here…</source>
        <translation>从此处分叉…</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前进</translation>
    </message>
    <message>
        <source>Go to seq…</source>
        <translation>转到 seq…</translation>
    </message>
    <message>
        <source>Go to the conversation</source>
        <translation>转到对话</translation>
    </message>
    <message>
        <source>Go to the session list</source>
        <translation>转到会话列表</translation>
    </message>
    <message>
        <source>Group sessions by workspace</source>
        <translation>按工作区分组</translation>
    </message>
    <message>
        <source>Import folder into library…</source>
        <translation>将文件夹导入资料库…</translation>
    </message>
    <message>
        <source>Import session into library</source>
        <translation>将会话导入资料库</translation>
    </message>
    <message>
        <source>Import source into library</source>
        <translation>将来源导入资料库</translation>
    </message>
    <message>
        <source>Injected context</source>
        <translation>注入的上下文</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Language of the desktop</source>
        <translation>跟随系统语言</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Lineage</source>
        <translation>谱系</translation>
    </message>
    <message>
        <source>Load earlier</source>
        <translation>加载更早的内容</translation>
    </message>
    <message>
        <source>Local time</source>
        <translation>本地时间</translation>
    </message>
    <message>
        <source>Next difference</source>
        <translation>下一处差异</translation>
    </message>
    <message>
        <source>Next error</source>
        <translation>下一个错误</translation>
    </message>
    <message>
        <source>Next node</source>
        <translation>下一节点</translation>
    </message>
    <message>
        <source>Next prompt of yours</source>
        <translation>你的下一条提问</translation>
    </message>
    <message>
        <source>Next session in the list</source>
        <translation>列表中的下一个会话</translation>
    </message>
    <message>
        <source>Next turn</source>
        <translation>下一回合</translation>
    </message>
    <message>
        <source>Open ZIP…</source>
        <translation>打开 ZIP…</translation>
    </message>
    <message>
        <source>Open log file…</source>
        <translation>打开日志文件…</translation>
    </message>
    <message>
        <source>Open session folder…</source>
        <translation>打开会话文件夹…</translation>
    </message>
    <message>
        <source>Open the sample sessions</source>
        <translation>打开示例会话</translation>
    </message>
    <message>
        <source>Order by last prompt</source>
        <translation>按最近提问排序</translation>
    </message>
    <message>
        <source>Order by name</source>
        <translation>按名称排序</translation>
    </message>
    <message>
        <source>Previous difference</source>
        <translation>上一处差异</translation>
    </message>
    <message>
        <source>Previous node</source>
        <translation>上一节点</translation>
    </message>
    <message>
        <source>Previous prompt of yours</source>
        <translation>你的上一条提问</translation>
    </message>
    <message>
        <source>Previous session in the list</source>
        <translation>列表中的上一个会话</translation>
    </message>
    <message>
        <source>Previous turn</source>
        <translation>上一回合</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Raw events</source>
        <translation>原始事件</translation>
    </message>
    <message>
        <source>Recently deleted</source>
        <translation>最近删除</translation>
    </message>
    <message>
        <source>Regular</source>
        <translation>标准</translation>
    </message>
    <message>
        <source>Relative times</source>
        <translation>相对时间</translation>
    </message>
    <message>
        <source>Reload source</source>
        <translation>重新加载来源</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>重命名…</translation>
    </message>
    <message>
        <source>Retry saving now</source>
        <translation>立即重试保存</translation>
    </message>
    <message>
        <source>Roomy</source>
        <translation>宽松</translation>
    </message>
    <message>
        <source>Save attachment as…</source>
        <translation>附件另存为…</translation>
    </message>
    <message>
        <source>Search sessions by title</source>
        <translation>按标题搜索会话</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>全选</translation>
    </message>
    <message>
        <source>Sessions with this event</source>
        <translation>含有此事件的会话</translation>
    </message>
    <message>
        <source>Show archived sessions</source>
        <translation>显示已归档的会话</translation>
    </message>
    <message>
        <source>Show first problem</source>
        <translation>显示第一个问题</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>在文件夹中显示</translation>
    </message>
    <message>
        <source>Show the data folder</source>
        <translation>显示数据文件夹</translation>
    </message>
    <message>
        <source>Show what is in the ZIP</source>
        <translation>显示 ZIP 的内容</translation>
    </message>
    <message>
        <source>Show where the attachment lies</source>
        <translation>显示附件所在位置</translation>
    </message>
    <message>
        <source>Sidebar</source>
        <translation>侧边栏</translation>
    </message>
    <message>
        <source>Storage</source>
        <translation>存储</translation>
    </message>
    <message>
        <source>Swap the sides</source>
        <translation>交换两侧</translation>
    </message>
    <message>
        <source>Theme of the desktop</source>
        <translation>跟随系统主题</translation>
    </message>
    <message>
        <source>Third-party licences</source>
        <translation>第三方许可</translation>
    </message>
    <message>
        <source>UTC</source>
        <translation>UTC</translation>
    </message>
    <message>
        <source>Unarchive</source>
        <translation>取消归档</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>简体中文</source>
        <translation>简体中文</translation>
    </message>
</context>
<context>
    <name>Application</name>
    <message>
        <source>Fork session…</source>
        <translation>分叉会话…</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
</context>
<context>
    <name>AsidePage</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>Attachments</name>
    <message>
        <source>It lies in no file of its own.</source>
        <translation>它没有单独的文件。</translation>
    </message>
    <message>
        <source>Save attachment as</source>
        <translation>附件另存为</translation>
    </message>
    <message>
        <source>The attachment could not be saved.</source>
        <translation>无法保存附件。</translation>
    </message>
    <message>
        <source>The attachment is saved.</source>
        <translation>附件已保存。</translation>
    </message>
    <message>
        <source>The image is copied.</source>
        <translation>图片已复制。</translation>
    </message>
    <message>
        <source>There is no picture to copy.</source>
        <translation>没有可复制的图片。</translation>
    </message>
</context>
<context>
    <name>Banner</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>Commands</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>No open source holds the session %1.</source>
        <translation>打开的来源中没有会话 %1。</translation>
    </message>
    <message>
        <source>Open a session first, or give a link.</source>
        <translation>请先打开一个会话，或给出链接。</translation>
    </message>
    <message>
        <source>Open the folder that holds it, then follow the link again.</source>
        <translation>请打开包含它的文件夹，再使用此链接。</translation>
    </message>
    <message>
        <source>Single letters act while the conversation has the focus.</source>
        <translation>单字母按键仅在对话获得焦点时生效。</translation>
    </message>
    <message>
        <source>That is neither a number nor a link.</source>
        <translation>这既不是编号也不是链接。</translation>
    </message>
    <message>
        <source>The session ends at #%1.</source>
        <translation>会话到 #%1 为止。</translation>
    </message>
</context>
<context>
    <name>Compare</name>
    <message>
        <source>%1 events</source>
        <translation>%1 个事件</translation>
    </message>
    <message>
        <source>%1 events, %2 inherited</source>
        <translation>%1 个事件，其中 %2 个为继承</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message numerus="yes">
        <source>%n changed</source>
        <translation>
            <numerusform>%n 处改变</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n equal</source>
        <translation>
            <numerusform>%n 条相同</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n equal characters before this</source>
        <translation>
            <numerusform>此前有 %n 个相同字符</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n equal messages</source>
        <translation>
            <numerusform>%n 条相同的消息</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more characters, in its session</source>
        <translation>
            <numerusform>还有 %n 个字符，见其会话</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n only on the left</source>
        <translation>
            <numerusform>%n 条仅左侧有</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n only on the right</source>
        <translation>
            <numerusform>%n 条仅右侧有</numerusform>
        </translation>
    </message>
    <message>
        <source>Attempt %1 of %2</source>
        <translation>第 %1 次尝试，共 %2 次</translation>
    </message>
    <message>
        <source>Both come from %1, which is not here.</source>
        <translation>二者都源自 %1，它不在此处。</translation>
    </message>
    <message>
        <source>Both come from “%1”.</source>
        <translation>二者都源自“%1”。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>已改变</translation>
    </message>
    <message>
        <source>Choose another session to compare.</source>
        <translation>请选择另一个会话来比较。</translation>
    </message>
    <message>
        <source>Chunks</source>
        <translation>分块</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Compare with the open session</source>
        <translation>与打开的会话比较</translation>
    </message>
    <message>
        <source>Compare with “%1”</source>
        <translation>与“%1”比较</translation>
    </message>
    <message>
        <source>Compare “%1” with…</source>
        <translation>将“%1”与…比较</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Copy the whole text (%1)</source>
        <translation>复制全文（%1）</translation>
    </message>
    <message>
        <source>Different format generations: aligned by what is said.</source>
        <translation>格式代不同：按内容对齐。</translation>
    </message>
    <message>
        <source>Equal</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>Failure</source>
        <translation>失败原因</translation>
    </message>
    <message>
        <source>Finish</source>
        <translation>结束方式</translation>
    </message>
    <message>
        <source>First token</source>
        <translation>首个词元</translation>
    </message>
    <message>
        <source>Input tokens</source>
        <translation>输入词元</translation>
    </message>
    <message>
        <source>Next difference</source>
        <translation>下一处差异</translation>
    </message>
    <message>
        <source>No common ancestor is known: aligned by what is said.</source>
        <translation>没有已知的共同祖先：按内容对齐。</translation>
    </message>
    <message>
        <source>No differences</source>
        <translation>没有差异</translation>
    </message>
    <message>
        <source>No other generation of this session is open.</source>
        <translation>没有打开此会话的其他格式代。</translation>
    </message>
    <message>
        <source>One session twice: aligned by what is said.</source>
        <translation>同一会话的两份：按内容对齐。</translation>
    </message>
    <message>
        <source>Only on the left</source>
        <translation>仅左侧有</translation>
    </message>
    <message>
        <source>Only on the right</source>
        <translation>仅右侧有</translation>
    </message>
    <message>
        <source>Open in its session (%1)</source>
        <translation>在其会话中打开（%1）</translation>
    </message>
    <message>
        <source>Open the folder that holds it, then compare.</source>
        <translation>请打开包含它的文件夹，然后比较。</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Output tokens</source>
        <translation>输出词元</translation>
    </message>
    <message>
        <source>Previous difference</source>
        <translation>上一处差异</translation>
    </message>
    <message>
        <source>Reading both sides: %1 of %2</source>
        <translation>正在读取两侧：%1 / %2</translation>
    </message>
    <message>
        <source>Reading both sides…</source>
        <translation>正在读取两侧…</translation>
    </message>
    <message>
        <source>Related, but nothing was inherited: aligned by what is said.</source>
        <translation>有亲缘关系，但没有继承任何内容：按内容对齐。</translation>
    </message>
    <message>
        <source>Show all of it</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Show less</source>
        <translation>收起</translation>
    </message>
    <message>
        <source>Swap the sides</source>
        <translation>交换两侧</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>The first %1 events, up to #%2, are the same.</source>
        <translation>前 %1 个事件（到 #%2 为止）相同。</translation>
    </message>
    <message>
        <source>The parent %1 is in no open source.</source>
        <translation>父会话 %1 不在任何打开的来源中。</translation>
    </message>
    <message>
        <source>Their beginnings differ although one names the other: aligned by text.</source>
        <translation>虽然一方指名另一方，但开头不同：按内容对齐。</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>思考</translation>
    </message>
    <message>
        <source>This session has no parent.</source>
        <translation>此会话没有父会话。</translation>
    </message>
    <message>
        <source>Tokens from the cache</source>
        <translation>来自缓存的词元</translation>
    </message>
    <message>
        <source>Tool call</source>
        <translation>工具调用</translation>
    </message>
    <message>
        <source>Two attempts of one step.</source>
        <translation>同一步骤的两次尝试。</translation>
    </message>
    <message>
        <source>answered</source>
        <translation>已回答</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>generation %1</source>
        <translation>第 %1 代</translation>
    </message>
    <message>
        <source>given up, tried again</source>
        <translation>已放弃并重试</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>已中断</translation>
    </message>
    <message>
        <source>left</source>
        <translation>左侧</translation>
    </message>
    <message>
        <source>right</source>
        <translation>右侧</translation>
    </message>
    <message>
        <source>still open</source>
        <translation>仍未结束</translation>
    </message>
    <message>
        <source>turn %1</source>
        <translation>第 %1 回合</translation>
    </message>
    <message>
        <source>turn %1, step %2</source>
        <translation>第 %1 回合，第 %2 步</translation>
    </message>
</context>
<context>
    <name>Conversation</name>
    <message>
        <source>1 chunk</source>
        <translation>1 个片段</translation>
    </message>
    <message>
        <source>1 event above</source>
        <translation>上方还有 1 个事件</translation>
    </message>
    <message>
        <source>1 row could not be read</source>
        <translation>有 1 行无法读取</translation>
    </message>
    <message>
        <source>API key is invalid</source>
        <translation>API 密钥无效</translation>
    </message>
    <message>
        <source>Agent preset</source>
        <translation>代理预设</translation>
    </message>
    <message>
        <source>Answering</source>
        <translation>正在回答</translation>
    </message>
    <message>
        <source>Approval asked</source>
        <translation>请求批准</translation>
    </message>
    <message>
        <source>Approval decided</source>
        <translation>批准结果</translation>
    </message>
    <message>
        <source>Approval policy</source>
        <translation>批准策略</translation>
    </message>
    <message>
        <source>Assistant</source>
        <translation>助手</translation>
    </message>
    <message>
        <source>Attempt</source>
        <translation>尝试</translation>
    </message>
    <message>
        <source>Attempt {0}</source>
        <translation>第 {0} 次尝试</translation>
    </message>
    <message>
        <source>Attempt {0} of {1}</source>
        <translation>第 {0} 次尝试，共 {1} 次</translation>
    </message>
    <message>
        <source>Audit</source>
        <translation>审计</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Command done</source>
        <translation>命令完成</translation>
    </message>
    <message>
        <source>Compacted</source>
        <translation>已压缩</translation>
    </message>
    <message>
        <source>Compacted 1 item</source>
        <translation>已压缩 1 条</translation>
    </message>
    <message>
        <source>Compacted {0} items</source>
        <translation>已压缩 {0} 条</translation>
    </message>
    <message>
        <source>Compacting</source>
        <translation>正在压缩</translation>
    </message>
    <message>
        <source>Compaction</source>
        <translation>压缩</translation>
    </message>
    <message>
        <source>Compaction did not finish</source>
        <translation>压缩未完成</translation>
    </message>
    <message>
        <source>Compaction failed</source>
        <translation>压缩失败</translation>
    </message>
    <message>
        <source>Compare with the answer</source>
        <translation>与回答比较</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy this answer</source>
        <translation>复制此回答</translation>
    </message>
    <message>
        <source>Copy this code</source>
        <translation>复制此代码</translation>
    </message>
    <message>
        <source>Delivery accepted</source>
        <translation>交付已接受</translation>
    </message>
    <message>
        <source>Empty answer</source>
        <translation>空回答</translation>
    </message>
    <message>
        <source>End of turn</source>
        <translation>回合结束</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Feedback</source>
        <translation>反馈</translation>
    </message>
    <message>
        <source>Feedback withdrawn</source>
        <translation>已撤回反馈</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Files changed</source>
        <translation>文件有变化</translation>
    </message>
    <message>
        <source>Fork from this turn…</source>
        <translation>从本回合分叉…</translation>
    </message>
    <message>
        <source>Gap</source>
        <translation>缺口</translation>
    </message>
    <message>
        <source>Goal</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>隐藏</translation>
    </message>
    <message>
        <source>Hide attempts</source>
        <translation>隐藏各次尝试</translation>
    </message>
    <message>
        <source>Hide summary</source>
        <translation>隐藏摘要</translation>
    </message>
    <message>
        <source>Hook</source>
        <translation>钩子</translation>
    </message>
    <message>
        <source>Hook result</source>
        <translation>钩子结果</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>Images put aside</source>
        <translation>图片已移出</translation>
    </message>
    <message>
        <source>Injected context</source>
        <translation>注入的上下文</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>已中断</translation>
    </message>
    <message>
        <source>Interrupted: the stream stopped here</source>
        <translation>已中断：流在此处停止</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>作业</translation>
    </message>
    <message>
        <source>Job done</source>
        <translation>作业完成</translation>
    </message>
    <message>
        <source>Load earlier ({0})</source>
        <translation>加载更早的 {0} 条</translation>
    </message>
    <message>
        <source>Loading earlier…</source>
        <translation>正在加载更早的内容…</translation>
    </message>
    <message>
        <source>Model selected</source>
        <translation>选定模型</translation>
    </message>
    <message>
        <source>Not started</source>
        <translation>未开始</translation>
    </message>
    <message>
        <source>Notice</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Outcome unknown</source>
        <translation>结果未知</translation>
    </message>
    <message>
        <source>Output limit</source>
        <translation>输出上限</translation>
    </message>
    <message>
        <source>Permission preset</source>
        <translation>权限预设</translation>
    </message>
    <message>
        <source>Plan mode</source>
        <translation>计划模式</translation>
    </message>
    <message>
        <source>Presented</source>
        <translation>已展示</translation>
    </message>
    <message>
        <source>Pruned</source>
        <translation>已精简</translation>
    </message>
    <message>
        <source>Raw event</source>
        <translation>原始事件</translation>
    </message>
    <message>
        <source>Retried</source>
        <translation>已重试</translation>
    </message>
    <message>
        <source>Retried once</source>
        <translation>重试了 1 次</translation>
    </message>
    <message>
        <source>Retried {0} times</source>
        <translation>重试了 {0} 次</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Rows are missing here</source>
        <translation>此处缺少若干行</translation>
    </message>
    <message>
        <source>Rows could not be read</source>
        <translation>有若干行无法读取</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>Sandbox mode</source>
        <translation>沙箱模式</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>日程</translation>
    </message>
    <message>
        <source>Session recall</source>
        <translation>会话回顾</translation>
    </message>
    <message>
        <source>Session taken up</source>
        <translation>会话接续</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Show all {0} lines</source>
        <translation>显示全部 {0} 行</translation>
    </message>
    <message>
        <source>Show attempts</source>
        <translation>显示各次尝试</translation>
    </message>
    <message>
        <source>Show bytes</source>
        <translation>显示字节</translation>
    </message>
    <message>
        <source>Show more</source>
        <translation>显示更多</translation>
    </message>
    <message>
        <source>Show summary</source>
        <translation>显示摘要</translation>
    </message>
    <message>
        <source>Show {0} more characters</source>
        <translation>再显示 {0} 个字符</translation>
    </message>
    <message>
        <source>Show {0} more lines</source>
        <translation>再显示 {0} 行</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Stopped at the output limit</source>
        <translation>达到输出上限而停止</translation>
    </message>
    <message>
        <source>Subagent</source>
        <translation>子代理</translation>
    </message>
    <message>
        <source>Subagent listed</source>
        <translation>子代理已登记</translation>
    </message>
    <message>
        <source>Subagent model policy</source>
        <translation>子代理模型策略</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>系统提示</translation>
    </message>
    <message>
        <source>Team member</source>
        <translation>团队成员</translation>
    </message>
    <message>
        <source>Team message</source>
        <translation>团队消息</translation>
    </message>
    <message>
        <source>Team message delivered</source>
        <translation>团队消息已送达</translation>
    </message>
    <message>
        <source>Team task</source>
        <translation>团队任务</translation>
    </message>
    <message>
        <source>The model answered with nothing</source>
        <translation>模型没有返回任何内容</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>思考</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>To-do list</source>
        <translation>待办清单</translation>
    </message>
    <message>
        <source>Today {0}</source>
        <translation>今天 {0}</translation>
    </message>
    <message>
        <source>Tool call</source>
        <translation>工具调用</translation>
    </message>
    <message>
        <source>Tools changed</source>
        <translation>工具有变化</translation>
    </message>
    <message>
        <source>Turn</source>
        <translation>回合</translation>
    </message>
    <message>
        <source>Turn failed</source>
        <translation>回合失败</translation>
    </message>
    <message>
        <source>Turn {0}</source>
        <translation>第 {0} 回合</translation>
    </message>
    <message>
        <source>Waiting for the model</source>
        <translation>等待模型</translation>
    </message>
    <message>
        <source>Waiting for the tool</source>
        <translation>等待工具返回</translation>
    </message>
    <message>
        <source>Waiting to try again</source>
        <translation>等待再次尝试</translation>
    </message>
    <message>
        <source>Web search request</source>
        <translation>网页搜索请求</translation>
    </message>
    <message>
        <source>Workflow</source>
        <translation>工作流</translation>
    </message>
    <message>
        <source>Workflow done</source>
        <translation>工作流完成</translation>
    </message>
    <message>
        <source>Workflow member</source>
        <translation>工作流成员</translation>
    </message>
    <message>
        <source>Workflow member done</source>
        <translation>工作流成员完成</translation>
    </message>
    <message>
        <source>Working directory</source>
        <translation>工作目录</translation>
    </message>
    <message>
        <source>Yesterday {0}</source>
        <translation>昨天 {0}</translation>
    </message>
    <message>
        <source>You</source>
        <translation>你</translation>
    </message>
    <message>
        <source>You, while it ran</source>
        <translation>你（运行期间）</translation>
    </message>
    <message>
        <source>after #{0}</source>
        <translation>在 #{0} 之后</translation>
    </message>
    <message>
        <source>after {0}</source>
        <translation>{0} 后</translation>
    </message>
    <message>
        <source>answered in {0}, shown below</source>
        <translation>用时 {0} 完成回答，见下方</translation>
    </message>
    <message>
        <source>answered on attempt {0}</source>
        <translation>第 {0} 次尝试得到回答</translation>
    </message>
    <message>
        <source>answered on attempt {0} after {1}</source>
        <translation>{1} 后，第 {0} 次尝试得到回答</translation>
    </message>
    <message>
        <source>answered, shown below</source>
        <translation>已回答，见下方</translation>
    </message>
    <message>
        <source>between #{0} and #{1}</source>
        <translation>在 #{0} 与 #{1} 之间</translation>
    </message>
    <message>
        <source>blocked before it began</source>
        <translation>开始前被阻止</translation>
    </message>
    <message>
        <source>changed: the hash differs</source>
        <translation>已被改动：哈希不符</translation>
    </message>
    <message>
        <source>closed by recovery</source>
        <translation>由恢复过程关闭</translation>
    </message>
    <message>
        <source>closed by the fork</source>
        <translation>由分叉关闭</translation>
    </message>
    <message>
        <source>damaged: it cannot be decoded</source>
        <translation>已损坏：无法解码</translation>
    </message>
    <message>
        <source>exit {0}</source>
        <translation>退出码 {0}</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>first token {0}</source>
        <translation>首字 {0}</translation>
    </message>
    <message>
        <source>it cannot be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>its id is no SHA-256</source>
        <translation>它的标识不是 SHA-256</translation>
    </message>
    <message>
        <source>line {0}</source>
        <translation>第 {0} 行</translation>
    </message>
    <message>
        <source>lines {0}–{1}</source>
        <translation>第 {0}–{1} 行</translation>
    </message>
    <message>
        <source>no PNG, JPEG, WebP or GIF</source>
        <translation>不是 PNG、JPEG、WebP 或 GIF</translation>
    </message>
    <message>
        <source>no final message in the log</source>
        <translation>日志中没有最终消息</translation>
    </message>
    <message>
        <source>no text</source>
        <translation>没有文本</translation>
    </message>
    <message>
        <source>not where the session&apos;s attachments are kept</source>
        <translation>不在会话附件的存放处</translation>
    </message>
    <message>
        <source>ran {0}</source>
        <translation>运行 {0}</translation>
    </message>
    <message>
        <source>running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>running {0}</source>
        <translation>运行中 {0}</translation>
    </message>
    <message>
        <source>signal {0}</source>
        <translation>信号 {0}</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>stopped at the output limit</source>
        <translation>达到输出上限而停止</translation>
    </message>
    <message>
        <source>stopped by a hook</source>
        <translation>由钩子停止</translation>
    </message>
    <message>
        <source>stopped by the parent session</source>
        <translation>由父会话停止</translation>
    </message>
    <message>
        <source>stopped by you</source>
        <translation>由你停止</translation>
    </message>
    <message>
        <source>stopped when the session was closed</source>
        <translation>会话关闭时停止</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>the answer so far was kept</source>
        <translation>到此为止的回答已保留</translation>
    </message>
    <message>
        <source>the call itself is not in the log</source>
        <translation>日志中没有这次调用本身</translation>
    </message>
    <message>
        <source>the log ends here</source>
        <translation>日志到此为止</translation>
    </message>
    <message>
        <source>the rows after it could not be read</source>
        <translation>其后的行无法读取</translation>
    </message>
    <message>
        <source>too large to be shown</source>
        <translation>过大，无法显示</translation>
    </message>
    <message>
        <source>turn runs {0}</source>
        <translation>本回合已运行 {0}</translation>
    </message>
    <message>
        <source>unknown type, shown raw</source>
        <translation>未知类型，按原样显示</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>{0} chunks</source>
        <translation>{0} 个片段</translation>
    </message>
    <message>
        <source>{0} events above</source>
        <translation>上方还有 {0} 个事件</translation>
    </message>
    <message>
        <source>{0} h {1} m</source>
        <translation>{0} 小时 {1} 分</translation>
    </message>
    <message>
        <source>{0} m {1} s</source>
        <translation>{0} 分 {1} 秒</translation>
    </message>
    <message>
        <source>{0} ms</source>
        <translation>{0} 毫秒</translation>
    </message>
    <message>
        <source>{0} rows could not be read</source>
        <translation>有 {0} 行无法读取</translation>
    </message>
    <message>
        <source>{0} s</source>
        <translation>{0} 秒</translation>
    </message>
    <message>
        <source>{0} to first token</source>
        <translation>首字 {0}</translation>
    </message>
    <message>
        <source>{0} tok/s</source>
        <translation>{0} token/秒</translation>
    </message>
</context>
<context>
    <name>Core</name>
    <message>
        <source>%1 (%2 of them, the last at %3)</source>
        <translation>%1（共 %2 处，最后一处在 %3）</translation>
    </message>
    <message>
        <source>%1 became shorter while it was read.</source>
        <translation>%1 在读取时变短了。</translation>
    </message>
    <message>
        <source>%1 came into being meanwhile. Nothing was written over.</source>
        <translation>%1 在此期间已出现。没有覆盖任何内容。</translation>
    </message>
    <message>
        <source>%1 can be read but not written. Nothing was changed.</source>
        <translation>%1 可以读取，但不能写入。没有改动任何内容。</translation>
    </message>
    <message>
        <source>%1 cannot be opened.</source>
        <translation>无法打开 %1。</translation>
    </message>
    <message>
        <source>%1 cannot be read: pages of the database are damaged.</source>
        <translation>%1 无法读取：数据库的页已损坏。</translation>
    </message>
    <message>
        <source>%1 could not be exported: %2 No half file was left.</source>
        <translation>无法导出 %1：%2 没有留下不完整的文件。</translation>
    </message>
    <message>
        <source>%1 could not be read: %2.</source>
        <translation>无法读取 %1：%2。</translation>
    </message>
    <message>
        <source>%1 could not be written: %2.</source>
        <translation>无法写入 %1：%2。</translation>
    </message>
    <message>
        <source>%1 could not be written: %2. No half file was left.</source>
        <translation>无法写入 %1：%2。没有留下不完整的文件。</translation>
    </message>
    <message>
        <source>%1 does not have exactly the tables of schema %2 (%3).</source>
        <translation>%1 的表与结构 %2 不完全一致（%3）。</translation>
    </message>
    <message>
        <source>%1 events: one %2.</source>
        <translation>%1 事件：其中一个%2。</translation>
    </message>
    <message>
        <source>%1 expands more than %2 times, beyond %3 MiB; reading stopped.</source>
        <translation>%1 展开后超过 %2 倍并超出 %3 MiB，已停止读取。</translation>
    </message>
    <message>
        <source>%1 expands to more than %2 times its stored size.</source>
        <translation>%1 展开后超过存储大小的 %2 倍。</translation>
    </message>
    <message>
        <source>%1 further entries were refused.</source>
        <translation>另有 %1 个条目被拒绝。</translation>
    </message>
    <message>
        <source>%1 further problems are not listed.</source>
        <translation>另有 %1 个问题未列出。</translation>
    </message>
    <message>
        <source>%1 has a line too long to be looked into.</source>
        <translation>%1 有一行过长，无法查看。</translation>
    </message>
    <message>
        <source>%1 has a session %2 already.</source>
        <translation>%1 中已有会话 %2。</translation>
    </message>
    <message>
        <source>%1 has been opened anew since.</source>
        <translation>%1 此后已重新打开。</translation>
    </message>
    <message>
        <source>%1 has no complete first line.</source>
        <translation>%1 没有完整的第一行。</translation>
    </message>
    <message>
        <source>%1 has no readable header frame.</source>
        <translation>%1 没有可读的头帧。</translation>
    </message>
    <message>
        <source>%1 has the database schema %2, which a newer harness wrote; this version reads schema %3.</source>
        <translation>%1 使用数据库结构 %2，由更新的 harness 写入；此版本读取结构 %3。</translation>
    </message>
    <message>
        <source>%1 has the database schema %2, which an older harness wrote; this version reads schema %3.</source>
        <translation>%1 使用数据库结构 %2，由较旧的 harness 写入；此版本读取结构 %3。</translation>
    </message>
    <message>
        <source>%1 holds damaged bytes, which cannot be looked into for redaction.</source>
        <translation>%1 含有损坏的字节，无法为脱敏而查看。</translation>
    </message>
    <message>
        <source>%1 holds no entries that can be read.</source>
        <translation>%1 中没有可读取的条目。</translation>
    </message>
    <message>
        <source>%1 holds no log %2 there.</source>
        <translation>%1 中没有日志 %2。</translation>
    </message>
    <message>
        <source>%1 holds no session %2.</source>
        <translation>%1 中没有会话 %2。</translation>
    </message>
    <message>
        <source>%1 holds no session logs.</source>
        <translation>%1 中没有会话日志。</translation>
    </message>
    <message>
        <source>%1 is %2, so it cannot be a library.</source>
        <translation>%1 是%2，因此不能作为资料库。</translation>
    </message>
    <message>
        <source>%1 is UTF-16 text; a session log is UTF-8.</source>
        <translation>%1 是 UTF-16 文本，会话日志应为 UTF-8。</translation>
    </message>
    <message>
        <source>%1 is a SQLite database of another program (application id %2).</source>
        <translation>%1 是其他程序的 SQLite 数据库（应用 id %2）。</translation>
    </message>
    <message>
        <source>%1 is a SQLite database, not a session log.</source>
        <translation>%1 是 SQLite 数据库，不是会话日志。</translation>
    </message>
    <message>
        <source>%1 is a Sessionloom library.</source>
        <translation>%1 是 Sessionloom 资料库。</translation>
    </message>
    <message>
        <source>%1 is a ZIP archive, not a session log.</source>
        <translation>%1 是 ZIP 归档，不是会话日志。</translation>
    </message>
    <message>
        <source>%1 is a ZIP archive, which this version cannot open.</source>
        <translation>%1 是 ZIP 归档，此版本无法打开。</translation>
    </message>
    <message>
        <source>%1 is a damaged database: %2.</source>
        <translation>%1 是损坏的数据库：%2。</translation>
    </message>
    <message>
        <source>%1 is a database of another program, not a Sessionloom library.</source>
        <translation>%1 是其他程序的数据库，不是 Sessionloom 资料库。</translation>
    </message>
    <message>
        <source>%1 is a folder, not a file.</source>
        <translation>%1 是文件夹，不是文件。</translation>
    </message>
    <message>
        <source>%1 is a link that leads back to itself.</source>
        <translation>%1 是指向自身的链接。</translation>
    </message>
    <message>
        <source>%1 is being written to so often that no copy of it could be made.</source>
        <translation>%1 写入过于频繁，无法制作副本。</translation>
    </message>
    <message>
        <source>%1 is compressed with bzip2.</source>
        <translation>%1 是 bzip2 压缩文件。</translation>
    </message>
    <message>
        <source>%1 is compressed with gzip.</source>
        <translation>%1 是 gzip 压缩文件。</translation>
    </message>
    <message>
        <source>%1 is compressed with xz.</source>
        <translation>%1 是 xz 压缩文件。</translation>
    </message>
    <message>
        <source>%1 is damaged or no Sessionloom library.</source>
        <translation>%1 已损坏，或不是 Sessionloom 资料库。</translation>
    </message>
    <message>
        <source>%1 is empty.</source>
        <translation>%1 是空的。</translation>
    </message>
    <message>
        <source>%1 is in use by another program.</source>
        <translation>%1 正被另一个程序使用。</translation>
    </message>
    <message>
        <source>%1 is no event of the log, which has %2.</source>
        <translation>%1 不是日志中的事件，日志共有 %2 个。</translation>
    </message>
    <message>
        <source>%1 is no event of the log.</source>
        <translation>%1 不是日志中的事件。</translation>
    </message>
    <message>
        <source>%1 is no longer there.</source>
        <translation>%1 已不在原处。</translation>
    </message>
    <message>
        <source>%1 is no regular file.</source>
        <translation>%1 不是普通文件。</translation>
    </message>
    <message>
        <source>%1 is no seq.</source>
        <translation>%1 不是 seq。</translation>
    </message>
    <message>
        <source>%1 is no session log.</source>
        <translation>%1 不是会话日志。</translation>
    </message>
    <message>
        <source>%1 is the folder of another session.</source>
        <translation>%1 是另一个会话的文件夹。</translation>
    </message>
    <message>
        <source>%1 is there already; it was not touched.</source>
        <translation>%1 已经存在；没有动它。</translation>
    </message>
    <message>
        <source>%1 is too long to be a path.</source>
        <translation>%1 太长，不能作为路径。</translation>
    </message>
    <message>
        <source>%1 is writing to %2 and did not let go within %3 seconds.</source>
        <translation>%1 正在写入 %2，%3 秒内没有释放。</translation>
    </message>
    <message>
        <source>%1 may not be read by you.</source>
        <translation>你没有权限读取 %1。</translation>
    </message>
    <message>
        <source>%1 new events.</source>
        <translation>%1 个新事件。</translation>
    </message>
    <message>
        <source>%1 rows of %2 could be saved neither in %3 nor beside it.</source>
        <translation>%2 中有 %1 行既无法保存到 %3，也无法保存到它旁边。</translation>
    </message>
    <message>
        <source>%1 was changed: %2</source>
        <translation>%1 被改动过：%2</translation>
    </message>
    <message>
        <source>%1 was moved or deleted while it was open. Nothing more is written to it.</source>
        <translation>%1 在打开期间被移走或删除，不再向它写入任何内容。</translation>
    </message>
    <message>
        <source>%1 was replaced while it was being read.</source>
        <translation>读取期间，%1 被替换。</translation>
    </message>
    <message>
        <source>%1 was rewritten while it was exported.</source>
        <translation>%1 在导出时被改写了。</translation>
    </message>
    <message>
        <source>%1 was rewritten while it was read. Nothing of it was imported.</source>
        <translation>读取期间，%1 被重写，没有导入其中任何内容。</translation>
    </message>
    <message>
        <source>%1 was written by a newer Sessionloom (schema %2; this one knows %3).</source>
        <translation>%1 由更新的 Sessionloom 写入（结构版本 %2，本程序支持到 %3）。</translation>
    </message>
    <message>
        <source>%1 was written to while it was read.</source>
        <translation>读取期间，%1 被写入。</translation>
    </message>
    <message>
        <source>%1: The file does not begin with a session header.</source>
        <translation>%1：文件开头不是会话头。</translation>
    </message>
    <message>
        <source>%1: The first line is not the header of a session log.</source>
        <translation>%1：第一行不是会话日志的头。</translation>
    </message>
    <message>
        <source>%1: The log uses format v%2, which a newer harness wrote; this version reads up to v%3.</source>
        <translation>%1：日志采用格式 v%2，由更新的 harness 写入；本版本最多读取到 v%3。</translation>
    </message>
    <message>
        <source>%1session &quot;%2&quot; uses log format v%3, but this harness reads only v%4: the log was written by a newer harness — upgrade the harness to open it%5</source>
        <translation>%1会话“%2”采用日志格式 v%3，但本程序只读到 v%4：日志由更新的版本写入，升级后才能打开%5</translation>
    </message>
    <message>
        <source>%1session &quot;%2&quot; uses log format v%3, older than the supported v%4, and this build ships no upgrade path for it%5</source>
        <translation>%1会话“%2”使用日志格式 v%3，早于支持的 v%4，而这个版本没有升级途径%5</translation>
    </message>
    <message>
        <source>A block of the type &quot;%1&quot; was begun and never ended.</source>
        <translation>类型为“%1”的块开始后没有结束。</translation>
    </message>
    <message>
        <source>A complete frame ends in the middle of a line.</source>
        <translation>有一个完整的帧在行中间结束。</translation>
    </message>
    <message>
        <source>A fork keeps the format generation of its parent.</source>
        <translation>分叉沿用父会话的格式代次。</translation>
    </message>
    <message>
        <source>A frame asks for more memory than is granted (128 MiB).</source>
        <translation>有一个帧要求的内存超出允许的 128 MiB。</translation>
    </message>
    <message>
        <source>A frame could not be decoded to its end.</source>
        <translation>有一帧无法完整解码。</translation>
    </message>
    <message>
        <source>A frame does not begin with the zstd frame magic.</source>
        <translation>有一个帧不是以 zstd 帧标识开始。</translation>
    </message>
    <message>
        <source>A frame does not match its checksum; what it says may have been altered.</source>
        <translation>有一个帧与校验和不符，内容可能被改动过。</translation>
    </message>
    <message>
        <source>A frame header sets reserved bits.</source>
        <translation>有一个帧头设置了保留位。</translation>
    </message>
    <message>
        <source>A frame holds a block of the reserved type.</source>
        <translation>有一个帧含有保留类型的块。</translation>
    </message>
    <message>
        <source>A frame was cut in the middle of the file.</source>
        <translation>有一个帧在文件中间被截断。</translation>
    </message>
    <message>
        <source>A line is no row: %1.</source>
        <translation>有一行不是记录：%1。</translation>
    </message>
    <message>
        <source>A log stands beside the session folders; the harness then opens no session here.</source>
        <translation>会话文件夹旁有日志文件，harness 因此不会打开这里的任何会话。</translation>
    </message>
    <message>
        <source>A marker says what the session inherited, and its header that it is not seeded.</source>
        <translation>有标记指出会话继承了什么，而会话头说明没有种子。</translation>
    </message>
    <message>
        <source>A page holds 1 to %1 messages, not %2.</source>
        <translation>一页包含 1 到 %1 条消息，而不是 %2 条。</translation>
    </message>
    <message>
        <source>A page was lost while it was written.</source>
        <translation>写入时丢失了一页。</translation>
    </message>
    <message>
        <source>A request/header %1.</source>
        <translation>有一个 request/header %1。</translation>
    </message>
    <message>
        <source>A request/header has the retired reason fallback.</source>
        <translation>有一个 request/header 使用已停用的原因 fallback。</translation>
    </message>
    <message>
        <source>A session %1 is live already.</source>
        <translation>会话 %1 已在运行。</translation>
    </message>
    <message>
        <source>A skippable frame stands in the log.</source>
        <translation>日志中有可跳过的帧。</translation>
    </message>
    <message>
        <source>An archive inside the archive is not opened.</source>
        <translation>归档中的归档不会打开。</translation>
    </message>
    <message>
        <source>An entry is not in the manifest.</source>
        <translation>有一个条目不在清单中。</translation>
    </message>
    <message>
        <source>An event carries a surface marker that its type may not.</source>
        <translation>有一个事件带有其类型不允许的 surface 标记。</translation>
    </message>
    <message>
        <source>An event has a shape that only format 0 has.</source>
        <translation>有一个事件的形式只存在于格式 0。</translation>
    </message>
    <message>
        <source>An event has an ignorable that is not true.</source>
        <translation>有一个事件的 ignorable 不是 true。</translation>
    </message>
    <message>
        <source>An event has no current form: %1.</source>
        <translation>有一个事件没有当前形式：%1。</translation>
    </message>
    <message>
        <source>An event has the seq %1 where %2 was due.</source>
        <translation>有一个事件的 seq 是 %1，而应为 %2。</translation>
    </message>
    <message>
        <source>Another entry has the same name; the first one counts.</source>
        <translation>另一个条目同名，以第一个为准。</translation>
    </message>
    <message>
        <source>Another log of the same session in the same format goes in under its name.</source>
        <translation>同一会话、同一格式的另一份日志已以这个名称写入。</translation>
    </message>
    <message>
        <source>Another program</source>
        <translation>另一个程序</translation>
    </message>
    <message>
        <source>Another program (process %1 on %2)</source>
        <translation>另一个程序（%2 上的进程 %1）</translation>
    </message>
    <message>
        <source>Ask for fewer, and load the page before it.</source>
        <translation>请减少数量，再加载它之前的一页。</translation>
    </message>
    <message>
        <source>Ask for the first chunk of an attempt that the log holds.</source>
        <translation>请指定日志中某次尝试的第一个分块。</translation>
    </message>
    <message>
        <source>Ask its owner for the right to read it.</source>
        <translation>请向所有者申请读取权限。</translation>
    </message>
    <message>
        <source>Check that you may read the file and its folder, or choose another library.</source>
        <translation>请确认你能读取该文件及其文件夹，或选择另一个资料库。</translation>
    </message>
    <message>
        <source>Check the disk, then try again.</source>
        <translation>请检查磁盘，然后重试。</translation>
    </message>
    <message>
        <source>Check the id.</source>
        <translation>请检查标识。</translation>
    </message>
    <message>
        <source>Check the path, or choose another one.</source>
        <translation>请检查路径，或选择另一个。</translation>
    </message>
    <message>
        <source>Check the path.</source>
        <translation>请检查路径。</translation>
    </message>
    <message>
        <source>Choose a file in it.</source>
        <translation>请选择其中的文件。</translation>
    </message>
    <message>
        <source>Choose a session log, a harness home or the harness&apos;s own database.</source>
        <translation>请选择会话日志、harness 主目录或 harness 自己的数据库。</translation>
    </message>
    <message>
        <source>Choose a session log, a session folder or a harness home (often ~/.dsh).</source>
        <translation>请选择会话日志、会话文件夹或 harness 主目录（通常是 ~/.dsh）。</translation>
    </message>
    <message>
        <source>Choose a session log, a session folder or a harness home.</source>
        <translation>请选择会话日志、会话文件夹或 harness 主目录。</translation>
    </message>
    <message>
        <source>Choose a session log.</source>
        <translation>请选择会话日志。</translation>
    </message>
    <message>
        <source>Choose another file; this one was not touched.</source>
        <translation>请选择另一个文件，这个文件没有被改动。</translation>
    </message>
    <message>
        <source>Choose another id.</source>
        <translation>请选择其他标识。</translation>
    </message>
    <message>
        <source>Choose another name, or say that it may be replaced.</source>
        <translation>请换一个名称，或说明可以替换它。</translation>
    </message>
    <message>
        <source>Choose another place, or make room, and export again.</source>
        <translation>请换一个位置或腾出空间，然后重新导出。</translation>
    </message>
    <message>
        <source>Choose the file itself.</source>
        <translation>请选择文件本身。</translation>
    </message>
    <message>
        <source>Choose the harness&apos;s home or a folder of its own.</source>
        <translation>请选择 harness 主目录或单独的文件夹。</translation>
    </message>
    <message>
        <source>Close the place instead.</source>
        <translation>请改为关闭该位置。</translation>
    </message>
    <message>
        <source>Continue it with the program that wrote it.</source>
        <translation>请用写入它的程序继续。</translation>
    </message>
    <message>
        <source>Cut after a turn/end, or fork from the message to take its whole turn.</source>
        <translation>请在 turn/end 之后切分，或从消息分叉以取整个回合。</translation>
    </message>
    <message>
        <source>Delete it, if it is not wanted.</source>
        <translation>不需要时请删除它。</translation>
    </message>
    <message>
        <source>Events %1 to %2 cannot be read: their place in the library is damaged.</source>
        <translation>事件 %1 到 %2 无法读取：它们在资料库中的位置已损坏。</translation>
    </message>
    <message>
        <source>Events have the retired type %1.</source>
        <translation>有些事件使用已停用的类型 %1。</translation>
    </message>
    <message>
        <source>Events have the type &quot;%1&quot;, which format 1 does not have.</source>
        <translation>有些事件的类型“%1”在格式 1 中不存在。</translation>
    </message>
    <message>
        <source>Events have the type &quot;%1&quot;, which is not known and not marked as ignorable.</source>
        <translation>有些事件的类型“%1”未知，且未标记为可忽略。</translation>
    </message>
    <message>
        <source>Events have unknown envelope members: %1.</source>
        <translation>有些事件的外层含有未知成员：%1。</translation>
    </message>
    <message>
        <source>Export it again.</source>
        <translation>请重新导出。</translation>
    </message>
    <message>
        <source>Export it as a readable file, or without redaction.</source>
        <translation>请导出为可读文件，或不做脱敏。</translation>
    </message>
    <message>
        <source>Export it without redaction, or as a readable file.</source>
        <translation>请不做脱敏导出，或导出为可读文件。</translation>
    </message>
    <message>
        <source>Failed attempts are left out.</source>
        <translation>已略去失败的尝试。</translation>
    </message>
    <message>
        <source>Fork it, and continue the fork.</source>
        <translation>请先分叉，再继续分叉出的会话。</translation>
    </message>
    <message>
        <source>Format v%1 of this session stands beside it; the harness opens only that one.</source>
        <translation>此会话的格式 v%1 就在旁边，harness 只会打开那一份。</translation>
    </message>
    <message>
        <source>Free some space and try again before closing.</source>
        <translation>请清出空间，并在关闭前重试。</translation>
    </message>
    <message>
        <source>Free some space on its disk, then try again.</source>
        <translation>请清出磁盘空间，然后重试。</translation>
    </message>
    <message>
        <source>Free some space or choose another folder.</source>
        <translation>请腾出空间或选择其他文件夹。</translation>
    </message>
    <message>
        <source>Free some space, then open it again.</source>
        <translation>请清出空间，然后重新打开。</translation>
    </message>
    <message>
        <source>Free some space, then try again.</source>
        <translation>请清出空间，然后重试。</translation>
    </message>
    <message>
        <source>Free some space, try again.</source>
        <translation>请清出空间后重试。</translation>
    </message>
    <message>
        <source>Give the session a title yourself.</source>
        <translation>请自行为会话取标题。</translation>
    </message>
    <message>
        <source>Give yourself write access to the file and its folder, or choose another library.</source>
        <translation>请取得文件及其文件夹的写入权限，或选择另一个资料库。</translation>
    </message>
    <message>
        <source>If you trust where it comes from, unpack it with zstd and open the plain log.</source>
        <translation>如果信任它的来源，请用 zstd 解压后打开未压缩的日志。</translation>
    </message>
    <message>
        <source>Import it again when it is no longer written to.</source>
        <translation>请等它不再被写入时重新导入。</translation>
    </message>
    <message>
        <source>Import it first.</source>
        <translation>请先导入它。</translation>
    </message>
    <message>
        <source>Import it, then fork what was imported.</source>
        <translation>请先导入，再对导入的会话分叉。</translation>
    </message>
    <message>
        <source>Inputs and outputs of tools are left out.</source>
        <translation>已略去工具的输入和输出。</translation>
    </message>
    <message>
        <source>It cannot be looked into for what is to be redacted.</source>
        <translation>无法在其中查找需要脱敏的内容。</translation>
    </message>
    <message>
        <source>It expands more than %1 times.</source>
        <translation>它展开后超过 %1 倍。</translation>
    </message>
    <message>
        <source>It holds %1 bytes, not the %2 that it says.</source>
        <translation>它有 %1 字节，而不是所说的 %2 字节。</translation>
    </message>
    <message>
        <source>It holds more bytes than it says.</source>
        <translation>它的字节比所说的多。</translation>
    </message>
    <message>
        <source>It is %1.</source>
        <translation>它是%1。</translation>
    </message>
    <message>
        <source>It is encrypted.</source>
        <translation>它已加密。</translation>
    </message>
    <message>
        <source>It is no manifest of ours.</source>
        <translation>它不是我们的清单。</translation>
    </message>
    <message>
        <source>It is no session log and no attachment; it was not opened.</source>
        <translation>它既不是会话日志也不是附件，没有打开。</translation>
    </message>
    <message>
        <source>It is packed by a method (%1) that is not read here.</source>
        <translation>它使用的压缩方法（%1）在这里无法读取。</translation>
    </message>
    <message>
        <source>It is tried again by itself; close the other program if this lasts.</source>
        <translation>会自动重试；若持续如此，请关闭另一个程序。</translation>
    </message>
    <message>
        <source>It now holds another session.</source>
        <translation>其中现在是另一个会话。</translation>
    </message>
    <message>
        <source>It was altered; the harness refuses it too.</source>
        <translation>它被改动过，harness 也会拒绝它。</translation>
    </message>
    <message>
        <source>It was at %1 before.</source>
        <translation>它之前位于 %1。</translation>
    </message>
    <message>
        <source>It was damaged in the library.</source>
        <translation>它在资料库中曾损坏。</translation>
    </message>
    <message>
        <source>It was in Recently deleted.</source>
        <translation>它在“最近删除”中。</translation>
    </message>
    <message>
        <source>It would expand more than %1 times.</source>
        <translation>它会膨胀到 %1 倍以上。</translation>
    </message>
    <message>
        <source>Its bytes are also those of another entry.</source>
        <translation>它的字节同时属于另一个条目。</translation>
    </message>
    <message>
        <source>Its bytes are no DEFLATE stream.</source>
        <translation>它的字节不是 DEFLATE 流。</translation>
    </message>
    <message>
        <source>Its bytes are not those that its id names.</source>
        <translation>它的内容与其标识不符。</translation>
    </message>
    <message>
        <source>Its bytes are not those that its name says.</source>
        <translation>它的字节与名称所示不符。</translation>
    </message>
    <message>
        <source>Its bytes are not where the directory says.</source>
        <translation>它的字节不在目录所示的位置。</translation>
    </message>
    <message>
        <source>Its bytes are not where the session&apos;s attachments are kept.</source>
        <translation>在会话附件的存放处找不到它的内容。</translation>
    </message>
    <message>
        <source>Its bytes do not have the checksum that it says.</source>
        <translation>它的字节与所说的校验和不符。</translation>
    </message>
    <message>
        <source>Its bytes end too early.</source>
        <translation>它的字节过早结束。</translation>
    </message>
    <message>
        <source>Its id is no SHA-256.</source>
        <translation>它的标识不是 SHA-256。</translation>
    </message>
    <message>
        <source>Its name begins with a drive.</source>
        <translation>它的名称以驱动器开头。</translation>
    </message>
    <message>
        <source>Its name holds a backslash.</source>
        <translation>它的名称含有反斜杠。</translation>
    </message>
    <message>
        <source>Its name holds control characters.</source>
        <translation>它的名称含有控制字符。</translation>
    </message>
    <message>
        <source>Its name in the directory is not the one at its bytes.</source>
        <translation>目录中的名称与其字节处的名称不符。</translation>
    </message>
    <message>
        <source>Its name is an absolute path.</source>
        <translation>它的名称是绝对路径。</translation>
    </message>
    <message>
        <source>Its name is empty or too long.</source>
        <translation>它的名称为空或过长。</translation>
    </message>
    <message>
        <source>Its name points outside the archive.</source>
        <translation>它的名称指向归档之外。</translation>
    </message>
    <message>
        <source>Its rows are kept; only its original bytes are not.</source>
        <translation>它的各行已保留，只有原始字节没有保留。</translation>
    </message>
    <message>
        <source>Its type is none of PNG, JPEG, WebP and GIF.</source>
        <translation>它的类型不是 PNG、JPEG、WebP 或 GIF。</translation>
    </message>
    <message>
        <source>Lines hold bytes that are no UTF-8; U+FFFD is shown for them.</source>
        <translation>有些行含有非 UTF-8 字节，以 U+FFFD 显示。</translation>
    </message>
    <message>
        <source>Look at the inbox events before it.</source>
        <translation>请查看它之前的收件箱事件。</translation>
    </message>
    <message>
        <source>%1 at seq %2 %3.</source>
        <translation>seq %2 的 %1 %3。</translation>
    </message>
    <message>
        <source>begins while turn %1 is open</source>
        <translation>在第 %1 回合未结束时开始</translation>
    </message>
    <message>
        <source>begins turn %1 where %2 is next</source>
        <translation>开始了第 %1 回合，而应为第 %2 回合</translation>
    </message>
    <message>
        <source>ends turn %1 while step %2 is open</source>
        <translation>在第 %2 步未结束时结束了第 %1 回合</translation>
    </message>
    <message>
        <source>ends turn %1 while %2</source>
        <translation>结束了第 %1 回合，而%2</translation>
    </message>
    <message>
        <source>begins a step of turn %1, %2</source>
        <translation>开始了第 %1 回合的一步，而%2</translation>
    </message>
    <message>
        <source>begins while step %1 is open</source>
        <translation>在第 %1 步未结束时开始</translation>
    </message>
    <message>
        <source>begins step %1 where %2 is next</source>
        <translation>开始了第 %1 步，而应为第 %2 步</translation>
    </message>
    <message>
        <source>ends step %1 of turn %2, %3</source>
        <translation>结束了第 %2 回合的第 %1 步，而%3</translation>
    </message>
    <message>
        <source>names step %1 of turn %2, %3</source>
        <translation>指向第 %2 回合的第 %1 步，而%3</translation>
    </message>
    <message>
        <source>answers %1, which the step did not call</source>
        <translation>回应了 %1，而这一步没有调用它</translation>
    </message>
    <message>
        <source>replaces outside a turn</source>
        <translation>在回合之外替换了另一个结果</translation>
    </message>
    <message>
        <source>stands outside a turn</source>
        <translation>位于回合之外</translation>
    </message>
    <message>
        <source>no turn is open</source>
        <translation>没有进行中的回合</translation>
    </message>
    <message>
        <source>no step is open</source>
        <translation>没有进行中的步</translation>
    </message>
    <message>
        <source>turn %1 is open</source>
        <translation>第 %1 回合正在进行</translation>
    </message>
    <message>
        <source>step %1 is open</source>
        <translation>第 %1 步正在进行</translation>
    </message>
    <message>
        <source>%1 has changed since it was looked up.</source>
        <translation>%1 在查找之后发生了变化。</translation>
    </message>
    <message>
        <source>%1 is not built as the version that it names built it, so it cannot be brought up to date. It is as it was.</source>
        <translation>%1 的结构与其所标版本不符，因此无法升级。它保持原样。</translation>
    </message>
    <message>
        <source>%1 rows of this log are not in the one in format v%2.</source>
        <translation>此日志中有 %1 行不在格式 v%2 的日志中。</translation>
    </message>
    <message>
        <source>%1 rows of this session&apos;s log in format v%2 are not in this one.</source>
        <translation>此会话格式 v%2 的日志中有 %1 行不在此日志中。</translation>
    </message>
    <message>
        <source>A %1 has no payload.</source>
        <translation>一个 %1 没有数据。</translation>
    </message>
    <message>
        <source>Choose a folder on another disk, or free space.</source>
        <translation>选择其他磁盘上的文件夹，或清出空间。</translation>
    </message>
    <message>
        <source>Choose an attempt that is listed.</source>
        <translation>请选择列出的尝试。</translation>
    </message>
    <message>
        <source>Choose another folder.</source>
        <translation>请选择其他文件夹。</translation>
    </message>
    <message>
        <source>Compare the sessions anew.</source>
        <translation>请重新比较这两个会话。</translation>
    </message>
    <message>
        <source>Connect its disk, then try again. Nothing was lost.</source>
        <translation>连接对应的磁盘，然后重试。没有丢失任何内容。</translation>
    </message>
    <message>
        <source>Deleted, but a file that was kept for it could not be removed: %1.</source>
        <translation>已删除，但为其保留的一个文件无法移除：%1。</translation>
    </message>
    <message>
        <source>Give yourself write access to its folder; it goes when the library is next written to.</source>
        <translation>请让自己拥有其文件夹的写入权限；下次写入库时会将它移除。</translation>
    </message>
    <message>
        <source>It holds %1 ZIPs (%2); choose one.</source>
        <translation>其中有 %1 个 ZIP（%2）；请选择其中一个。</translation>
    </message>
    <message>
        <source>It holds the ZIP %1; choose that.</source>
        <translation>其中有 ZIP 文件 %1；请选择它。</translation>
    </message>
    <message>
        <source>Look at the session row by row; it cannot be continued.</source>
        <translation>请逐行查看此会话，不能续写它。</translation>
    </message>
    <message>
        <source>Look for another copy of it, with its -wal file if there is one.</source>
        <translation>请寻找它的另一份副本，如有 -wal 文件也一并取来。</translation>
    </message>
    <message>
        <source>Make the data folder writable or free space.</source>
        <translation>请让数据文件夹可写，或清出空间。</translation>
    </message>
    <message>
        <source>Mend that first, or write the fork into another folder.</source>
        <translation>请先修复，或将分叉写入其他文件夹。</translation>
    </message>
    <message>
        <source>Name a file for the library.</source>
        <translation>请为资料库指定一个文件。</translation>
    </message>
    <message>
        <source>Name an event of the session.</source>
        <translation>请指明会话中的一个事件。</translation>
    </message>
    <message>
        <source>Name the file of a damaged library.</source>
        <translation>请指定受损库的文件。</translation>
    </message>
    <message>
        <source>Name the seq of the last event to inherit.</source>
        <translation>请指明要继承的最后一个事件的 seq。</translation>
    </message>
    <message>
        <source>No attempt holds the event %1.</source>
        <translation>没有尝试包含事件 %1。</translation>
    </message>
    <message>
        <source>No copy of %1 could be made: %2.</source>
        <translation>无法制作 %1 的副本：%2。</translation>
    </message>
    <message>
        <source>No copy of %1 could be made: %2. The ZIP was not touched.</source>
        <translation>无法复制 %1：%2。没有动这个 ZIP。</translation>
    </message>
    <message>
        <source>No log of a harness does that; look for another copy.</source>
        <translation>harness 写出的日志不会这样；请寻找另一份副本。</translation>
    </message>
    <message>
        <source>No session %1 is live.</source>
        <translation>没有正在运行的会话 %1。</translation>
    </message>
    <message>
        <source>No step holds the event %1.</source>
        <translation>没有步骤包含事件 %1。</translation>
    </message>
    <message>
        <source>No turn of the session is completed.</source>
        <translation>会话中还没有完成的回合。</translation>
    </message>
    <message>
        <source>No way to bring it forward exists; look at its rows.</source>
        <translation>没有办法将它升级，请查看它的各行。</translation>
    </message>
    <message>
        <source>Nothing can be read of %1. It is as it was.</source>
        <translation>%1 中没有任何内容可以读取。文件保持原样。</translation>
    </message>
    <message>
        <source>Nothing can be written to %1.</source>
        <translation>无法写入 %1。</translation>
    </message>
    <message>
        <source>Nothing of it was opened; ask for the ZIP again if you need it.</source>
        <translation>没有打开其中任何内容；需要时请重新索取这个 ZIP。</translation>
    </message>
    <message>
        <source>Nothing says how long it is.</source>
        <translation>没有说明它的长度。</translation>
    </message>
    <message>
        <source>Nothing was changed; try again.</source>
        <translation>没有改动任何内容，请重试。</translation>
    </message>
    <message>
        <source>Nothing was lost. Wait until it has finished, or close it, then try again.</source>
        <translation>没有丢失任何内容。请等它完成或将其关闭，然后重试。</translation>
    </message>
    <message>
        <source>Nothing was made.</source>
        <translation>未创建任何内容。</translation>
    </message>
    <message>
        <source>Nothing was written. Fork once more: the id is a new one.</source>
        <translation>未写入任何内容。请再次分叉：标识会重新生成。</translation>
    </message>
    <message>
        <source>One of their headers names a wrong parent.</source>
        <translation>其中某个文件头写错了父会话。</translation>
    </message>
    <message>
        <source>Only %1 of the %2 events that the fork would inherit are stored.</source>
        <translation>分叉要继承的 %2 个事件中只存有 %1 个。</translation>
    </message>
    <message>
        <source>Only sessions of the library can be deleted; a place that is opened is never written to.</source>
        <translation>只有资料库中的会话可以删除；已打开的位置从不写入。</translation>
    </message>
    <message>
        <source>Only the first %1 entries were looked at.</source>
        <translation>只查看了前 %1 个条目。</translation>
    </message>
    <message>
        <source>Open it again.</source>
        <translation>请重新打开。</translation>
    </message>
    <message>
        <source>Open it as the library (--library), not as a source.</source>
        <translation>请作为资料库（--library）打开，而不是作为来源。</translation>
    </message>
    <message>
        <source>Open it by its own path: the harness&apos;s database is read, others are not.</source>
        <translation>请按它自己的路径打开：只读取 harness 的数据库，不读取其他数据库。</translation>
    </message>
    <message>
        <source>Open it by its own path; a ZIP inside a ZIP has to be taken out first.</source>
        <translation>请按它自己的路径打开；ZIP 中的 ZIP 需要先取出。</translation>
    </message>
    <message>
        <source>Open it first.</source>
        <translation>请先打开它。</translation>
    </message>
    <message>
        <source>Open it with the release that wrote it.</source>
        <translation>请用写入它的版本打开。</translation>
    </message>
    <message>
        <source>Open it with the version that made it, rescue what can be read of it (sessionlog rescue), or choose another library.</source>
        <translation>请用创建它的版本打开，或抢救其中可读的内容（sessionlog rescue），或选择另一个资料库。</translation>
    </message>
    <message>
        <source>Open the ZIP to see what is in it.</source>
        <translation>请打开 ZIP 查看其中的内容。</translation>
    </message>
    <message>
        <source>Open the database to see its sessions.</source>
        <translation>请打开数据库查看其中的会话。</translation>
    </message>
    <message>
        <source>Open the database with a tool of its own to look at its pages.</source>
        <translation>请用数据库工具打开它来查看页。</translation>
    </message>
    <message>
        <source>Open the log where it stands to see them.</source>
        <translation>请打开原处的日志来查看。</translation>
    </message>
    <message>
        <source>Open the session for reading; the harness would refuse it at this event.</source>
        <translation>请以只读方式打开会话，harness 会在此事件处拒绝它。</translation>
    </message>
    <message>
        <source>Open the session for reading; the harness would refuse it here.</source>
        <translation>请以只读方式打开会话，harness 会在此处拒绝它。</translation>
    </message>
    <message>
        <source>Open the session with a release that knows the type, or look at it row by row.</source>
        <translation>请用认识该类型的版本打开，或逐行查看。</translation>
    </message>
    <message>
        <source>Pages of %1 are damaged in its list of sessions; some may be missing.</source>
        <translation>%1 的会话列表中有损坏的页，可能缺少部分会话。</translation>
    </message>
    <message>
        <source>Plain and zstd logs stand in one root; the harness then opens none of them.</source>
        <translation>同一根目录下既有纯文本日志又有 zstd 日志，harness 因此一个也不会打开。</translation>
    </message>
    <message>
        <source>Prepare the session again.</source>
        <translation>请重新准备会话。</translation>
    </message>
    <message>
        <source>Put a backup of the library in its place, or move it away and import the logs again.</source>
        <translation>请用库的备份替换它，或将它移走后重新导入日志。</translation>
    </message>
    <message>
        <source>Put it back where it was, or quit and start with a new library.</source>
        <translation>把它放回原处，或退出后使用新的资料库。</translation>
    </message>
    <message>
        <source>Quit and start again: it is found there.</source>
        <translation>请退出并重新启动：程序会在新位置找到它。</translation>
    </message>
    <message>
        <source>Read the log with its gaps shown; it must not be continued.</source>
        <translation>请连同缺口一起阅读此日志，不能续写它。</translation>
    </message>
    <message>
        <source>Redacted: some places were replaced. What was not found is still there.</source>
        <translation>已脱敏：部分内容已被替换。未被发现的内容仍在其中。</translation>
    </message>
    <message>
        <source>Redacted: texts were replaced before it was handed over.</source>
        <translation>已脱敏：交出之前部分文字已被替换。</translation>
    </message>
    <message>
        <source>Refresh the list.</source>
        <translation>请刷新列表。</translation>
    </message>
    <message>
        <source>Reload the session and fork it again.</source>
        <translation>请重新加载会话后再分叉。</translation>
    </message>
    <message>
        <source>Rescue what can be read of it (sessionlog rescue), then import what is missing again.</source>
        <translation>请先抢救其中可读取的内容（sessionlog rescue），再重新导入缺失的部分。</translation>
    </message>
    <message>
        <source>Rows go back to seq %1 where %2 was due.</source>
        <translation>应为 seq %2 之处退回到 seq %1。</translation>
    </message>
    <message>
        <source>Save it as UTF-8.</source>
        <translation>请另存为 UTF-8。</translation>
    </message>
    <message>
        <source>Saving failed for a reason that is a fault of this program; the events are kept.</source>
        <translation>保存失败，原因是本程序的缺陷，事件仍被保留。</translation>
    </message>
    <message>
        <source>Seqs %1 to %2 are missing.</source>
        <translation>缺少 seq %1 到 %2。</translation>
    </message>
    <message>
        <source>Seqs count from 0.</source>
        <translation>seq 从 0 开始计数。</translation>
    </message>
    <message>
        <source>Sessions of format v%1 are read here, not continued.</source>
        <translation>格式 v%1 的会话在这里只能阅读，不能继续。</translation>
    </message>
    <message>
        <source>Strict reading refuses the log: %1.</source>
        <translation>严格读取会拒绝该日志：%1。</translation>
    </message>
    <message>
        <source>That is no path: it holds a character that paths cannot have.</source>
        <translation>这不是路径：其中有路径不允许的字符。</translation>
    </message>
    <message>
        <source>The ancestors of %1 lead back to %2.</source>
        <translation>%1 的祖先又回到了 %2。</translation>
    </message>
    <message>
        <source>The answer was logged without its stream.</source>
        <translation>回答已记录，但没有它的流。</translation>
    </message>
    <message>
        <source>The archive ends inside it.</source>
        <translation>归档在其中间结束。</translation>
    </message>
    <message>
        <source>The archive is cut or damaged: %1. Entries were looked for one by one.</source>
        <translation>归档被截断或损坏：%1。已逐个查找条目。</translation>
    </message>
    <message>
        <source>The attempt cannot be assembled; look at its chunks.</source>
        <translation>这次尝试无法拼合，请查看它的分块。</translation>
    </message>
    <message>
        <source>The beginning of the log is not read yet.</source>
        <translation>日志的开头尚未读取。</translation>
    </message>
    <message>
        <source>The bounds of a page are positive numbers.</source>
        <translation>一页的界限必须是正数。</translation>
    </message>
    <message>
        <source>The bytes of this place are not kept.</source>
        <translation>此处的字节没有保存。</translation>
    </message>
    <message>
        <source>The bytes that the session came from are gone or changed.</source>
        <translation>会话来源的字节已丢失或被改动。</translation>
    </message>
    <message>
        <source>The call at seq %1 has no id, so that no result can close it.</source>
        <translation>seq %1 的调用没有 id，任何结果都无法使其收尾。</translation>
    </message>
    <message>
        <source>The comparison was cancelled.</source>
        <translation>比较已取消。</translation>
    </message>
    <message>
        <source>The disk of this folder has not enough room for the library.</source>
        <translation>此文件夹所在的磁盘空间不足以容纳资料库。</translation>
    </message>
    <message>
        <source>The disk reported an error while %1 was used. What was saved before is safe.</source>
        <translation>使用 %1 时磁盘报告了错误，此前已保存的内容是安全的。</translation>
    </message>
    <message>
        <source>The event at seq %1 %2.</source>
        <translation>seq %1 的事件 %2。</translation>
    </message>
    <message>
        <source>The event at seq %1 has the type &quot;%2&quot;, which this reader does not know, and it is not marked as ignorable.</source>
        <translation>seq %1 的事件类型“%2”无法识别，且未标记为可忽略。</translation>
    </message>
    <message>
        <source>The event at seq %1 is %2, an old shape that no release reads any more.</source>
        <translation>seq %1 的事件是 %2，已没有版本读取这种旧形式。</translation>
    </message>
    <message>
        <source>The event data holds %1, which JSON does not give back unchanged.</source>
        <translation>事件数据含有 %1，JSON 无法原样还原它。</translation>
    </message>
    <message>
        <source>The file begins with a byte order mark.</source>
        <translation>文件以字节顺序标记开始。</translation>
    </message>
    <message>
        <source>The file does not begin with a session header.</source>
        <translation>文件不是以会话头开始。</translation>
    </message>
    <message>
        <source>The file is damaged at its very beginning; look for another copy.</source>
        <translation>文件开头已损坏，请寻找另一份副本。</translation>
    </message>
    <message>
        <source>The file that this session came from has changed or is gone: %1.</source>
        <translation>此会话来源的文件已改变或不存在：%1。</translation>
    </message>
    <message>
        <source>The file was rewritten.</source>
        <translation>文件已被重写。</translation>
    </message>
    <message>
        <source>The first frame holds more or less than the header line.</source>
        <translation>第一帧的内容与头行不符。</translation>
    </message>
    <message>
        <source>The first line is not the header of a session log.</source>
        <translation>第一行不是会话日志的头。</translation>
    </message>
    <message>
        <source>The first line of %1 is over 4 MiB long; a header is read up to that length.</source>
        <translation>%1 的第一行超过 4 MiB；文件头最多只读取到这个长度。</translation>
    </message>
    <message>
        <source>The folder&apos;s name is not that of the session id in the header.</source>
        <translation>文件夹名与会话头中的会话 id 不符。</translation>
    </message>
    <message>
        <source>The fork could not be written to %1: %2. Nothing is left of it.</source>
        <translation>分叉无法写入 %1：%2。没有留下任何残余。</translation>
    </message>
    <message>
        <source>The fork was cancelled.</source>
        <translation>分叉已取消。</translation>
    </message>
    <message>
        <source>The harness opens no session of this root: %1 has %2.</source>
        <translation>harness 无法打开此根目录中的任何会话：%1 含有 %2。</translation>
    </message>
    <message>
        <source>The harness refuses a row: %1.</source>
        <translation>harness 拒绝一行：%1。</translation>
    </message>
    <message>
        <source>The harness refuses the log: %1.</source>
        <translation>harness 拒绝该日志：%1。</translation>
    </message>
    <message>
        <source>The header %1 where the inherited events end.</source>
        <translation>会话头%1继承的事件在哪里结束。</translation>
    </message>
    <message>
        <source>The header %1.</source>
        <translation>会话头 %1。</translation>
    </message>
    <message>
        <source>The header does not say by isSeeded alone whether it is seeded.</source>
        <translation>会话头没有仅用 isSeeded 说明是否带有种子。</translation>
    </message>
    <message>
        <source>The header has isSeeded, which format 1 does not have.</source>
        <translation>会话头含有 isSeeded，而格式 1 没有它。</translation>
    </message>
    <message>
        <source>The header has the retired member %1.</source>
        <translation>会话头含有已停用的成员 %1。</translation>
    </message>
    <message>
        <source>The header has the version %1, no number.</source>
        <translation>会话头的版本是 %1，不是数字。</translation>
    </message>
    <message>
        <source>The header has unknown members: %1.</source>
        <translation>会话头含有未知成员：%1。</translation>
    </message>
    <message>
        <source>The header holds a minus zero.</source>
        <translation>会话头中有负零。</translation>
    </message>
    <message>
        <source>The header is not seeded, but a marker says where the inherited events end.</source>
        <translation>会话头说明没有种子，但有标记指出继承的事件在哪里结束。</translation>
    </message>
    <message>
        <source>The header is seeded, but no marker says where the inherited events end.</source>
        <translation>会话头说明带有种子，但没有标记指出继承的事件在哪里结束。</translation>
    </message>
    <message>
        <source>The header says that the session is seeded, and no marker says what it inherited.</source>
        <translation>会话头说明带有种子，但没有标记指出继承了什么。</translation>
    </message>
    <message>
        <source>The header&apos;s %1 is not a text.</source>
        <translation>会话头的 %1 不是文本。</translation>
    </message>
    <message>
        <source>The header&apos;s %1 is not a whole number of at least 0.</source>
        <translation>会话头的 %1 不是大于等于 0 的整数。</translation>
    </message>
    <message>
        <source>The header&apos;s cwd is not an absolute path.</source>
        <translation>会话头的 cwd 不是绝对路径。</translation>
    </message>
    <message>
        <source>The header&apos;s origin is neither absent nor subagent.</source>
        <translation>会话头的 origin 既不缺省也不是 subagent。</translation>
    </message>
    <message>
        <source>The header&apos;s version is not a number.</source>
        <translation>会话头的版本不是数字。</translation>
    </message>
    <message>
        <source>The image/offload at seq %1 %2.</source>
        <translation>seq %1 的 image/offload %2。</translation>
    </message>
    <message>
        <source>The last line has no end.</source>
        <translation>最后一行没有结束。</translation>
    </message>
    <message>
        <source>The library was moved to %1 while it was open. Nothing more is written here.</source>
        <translation>库在打开期间被移到了 %1。此处不再写入任何内容。</translation>
    </message>
    <message>
        <source>The library was moved to %1, which is not there now.</source>
        <translation>资料库已移到 %1，但那里现在无法访问。</translation>
    </message>
    <message>
        <source>The lines end in CR LF.</source>
        <translation>各行以 CR LF 结束。</translation>
    </message>
    <message>
        <source>The log asked for as %1 belongs to the session %2.</source>
        <translation>以 %1 请求的日志属于会话 %2。</translation>
    </message>
    <message>
        <source>The log ends before seq %1.</source>
        <translation>日志在 seq %1 之前结束。</translation>
    </message>
    <message>
        <source>The log ends in %1 bytes of an unfinished write.</source>
        <translation>日志末尾有 %1 字节的未完成写入。</translation>
    </message>
    <message>
        <source>The log ends in %1 bytes of an unfinished write. %2 whole rows were recovered from it.</source>
        <translation>日志末尾有 %1 字节的未完成写入，从中恢复了 %2 个完整的行。</translation>
    </message>
    <message>
        <source>The log has the format version %1, older than %2, the oldest one read here.</source>
        <translation>日志的格式版本为 %1，早于这里能读取的最旧版本 %2。</translation>
    </message>
    <message>
        <source>The log has the format version %1; this reader goes up to %2. A newer release wrote it.</source>
        <translation>日志的格式版本为 %1，这里最高读取 %2。它由更新的版本写入。</translation>
    </message>
    <message>
        <source>The log is not the one that the manifest lists: its bytes were changed.</source>
        <translation>该日志与清单所列不符：它的字节被改动过。</translation>
    </message>
    <message>
        <source>The log of %1 lists it as a subagent, and it is not here.</source>
        <translation>%1 的日志把它列为子代理，但这里没有它。</translation>
    </message>
    <message>
        <source>The log of %1 lists it as a subagent, but its own header names another parent.</source>
        <translation>%1 的日志把它列为子代理，但它自己的会话头写的是另一个父会话。</translation>
    </message>
    <message>
        <source>The log of this session in format v%1 goes on after the last event here.</source>
        <translation>此会话的格式 v%1 日志在这里最后一个事件之后继续。</translation>
    </message>
    <message>
        <source>The log restarts too often; the rest is not loaded.</source>
        <translation>日志重新开始的次数过多，其余部分没有加载。</translation>
    </message>
    <message>
        <source>The log uses format v%1, which a newer harness wrote; this version reads up to v%2.</source>
        <translation>日志使用格式 v%1，由更新的 harness 写入；此版本最高读取 v%2。</translation>
    </message>
    <message>
        <source>The logged content is not what the chunks assemble to.</source>
        <translation>记录的内容与分块拼合的结果不符。</translation>
    </message>
    <message>
        <source>The logged replay state is not the one that the finish gave.</source>
        <translation>记录的重放状态与结束时给出的不符。</translation>
    </message>
    <message>
        <source>The logged usage is not that of the last usage chunk.</source>
        <translation>记录的用量与最后一个用量分块不符。</translation>
    </message>
    <message>
        <source>The manifest lists an entry that is not there.</source>
        <translation>清单列出了一个不存在的条目。</translation>
    </message>
    <message>
        <source>The message cites %1, no chunk of its attempt.</source>
        <translation>该消息引用了 %1，而那不是其尝试的分块。</translation>
    </message>
    <message>
        <source>The message does not cite %1 of its attempt.</source>
        <translation>该消息没有引用其尝试的 %1。</translation>
    </message>
    <message>
        <source>The name says format %1, the header format %2.</source>
        <translation>文件名说明是格式 %1，会话头说明是格式 %2。</translation>
    </message>
    <message>
        <source>The payload is nested deeper than 500 levels; it is shown raw.</source>
        <translation>内容嵌套超过 500 层，按原始形式显示。</translation>
    </message>
    <message>
        <source>The project folder is not that of the header&apos;s cwd.</source>
        <translation>项目文件夹与会话头的 cwd 不符。</translation>
    </message>
    <message>
        <source>The row of seq %1</source>
        <translation>seq %1 所在行</translation>
    </message>
    <message>
        <source>The rows are not those of the original bytes.</source>
        <translation>各行与原始字节不符。</translation>
    </message>
    <message>
        <source>The rows of this session stand in a database, not as bytes of a log.</source>
        <translation>此会话的各行存放在数据库中，而不是日志的字节。</translation>
    </message>
    <message>
        <source>The same session id stands in two folders.</source>
        <translation>同一会话 id 出现在两个文件夹中。</translation>
    </message>
    <message>
        <source>The same session is kept from %1.</source>
        <translation>同一会话已从 %1 保存。</translation>
    </message>
    <message>
        <source>The session could not be kept in the library, so it was not forked. %1</source>
        <translation>无法将会话保存到资料库，因此未分叉。%1</translation>
    </message>
    <message>
        <source>The session is written to faster than it can be read.</source>
        <translation>会话的写入速度超过了读取速度。</translation>
    </message>
    <message>
        <source>The session&apos;s folder is %1, which is no absolute path on this machine; the harness would refuse the whole root for it.</source>
        <translation>会话的文件夹是 %1，在本机上不是绝对路径；harness 会因此拒绝整个根目录。</translation>
    </message>
    <message>
        <source>The session&apos;s revision or incarnation is missing.</source>
        <translation>会话缺少 revision 或 incarnation。</translation>
    </message>
    <message>
        <source>The settings could not be saved; they stay in force until the window closes.</source>
        <translation>设置无法保存，在窗口关闭前仍然有效。</translation>
    </message>
    <message>
        <source>The stored lines are not those that were stored.</source>
        <translation>存储的行与当初存入的不符。</translation>
    </message>
    <message>
        <source>The title at seq %1 %2.</source>
        <translation>seq %1 的标题 %2。</translation>
    </message>
    <message>
        <source>The turn around seq %1 is not over there.</source>
        <translation>seq %1 所在的回合在该处尚未结束。</translation>
    </message>
    <message>
        <source>The turn that holds seq %1 is not completed.</source>
        <translation>包含 seq %1 的回合尚未完成。</translation>
    </message>
    <message>
        <source>There is a session %1 already.</source>
        <translation>已有会话 %1。</translation>
    </message>
    <message>
        <source>There is no library at %1.</source>
        <translation>%1 处没有库。</translation>
    </message>
    <message>
        <source>There is no room left for %1. What was saved before is safe.</source>
        <translation>没有空间保存 %1，此前已保存的内容是安全的。</translation>
    </message>
    <message>
        <source>There is no room to read a copy of %1.</source>
        <translation>没有空间读取 %1 的副本。</translation>
    </message>
    <message>
        <source>There is no session %1.</source>
        <translation>没有会话 %1。</translation>
    </message>
    <message>
        <source>There is nothing at %1.</source>
        <translation>%1 处没有任何内容。</translation>
    </message>
    <message>
        <source>There is something at %1 already.</source>
        <translation>%1 已经存在。</translation>
    </message>
    <message>
        <source>This fork has events or forks of its own by now and is not undone.</source>
        <translation>此分叉已有自己的事件或分叉，不再撤销。</translation>
    </message>
    <message>
        <source>This log goes on after the last event of the one in format v%1.</source>
        <translation>此日志在格式 v%1 的日志最后一个事件之后继续。</translation>
    </message>
    <message>
        <source>This message is not in its session any more.</source>
        <translation>这条消息已不在其会话中。</translation>
    </message>
    <message>
        <source>This place is no longer open.</source>
        <translation>这个位置已不再打开。</translation>
    </message>
    <message>
        <source>This reservation is over.</source>
        <translation>此预留已结束。</translation>
    </message>
    <message>
        <source>This session belongs to the program that wrote it; its log cannot be added to here.</source>
        <translation>此会话属于写入它的程序，不能在这里续写它的日志。</translation>
    </message>
    <message>
        <source>This session is being prepared elsewhere.</source>
        <translation>此会话正在别处准备。</translation>
    </message>
    <message>
        <source>This session is being written to already.</source>
        <translation>此会话正在被写入。</translation>
    </message>
    <message>
        <source>This session is no longer in the library.</source>
        <translation>这个会话已不在资料库中。</translation>
    </message>
    <message>
        <source>This session is no longer there.</source>
        <translation>这个会话已不存在。</translation>
    </message>
    <message>
        <source>This session is not in the library.</source>
        <translation>此会话不在资料库中。</translation>
    </message>
    <message>
        <source>This session was replaced or deleted while it was read.</source>
        <translation>读取期间，此会话被替换或删除。</translation>
    </message>
    <message>
        <source>Try again in a moment.</source>
        <translation>请稍后重试。</translation>
    </message>
    <message>
        <source>Try again when its harness does less.</source>
        <translation>请等它的 harness 空闲一些再试。</translation>
    </message>
    <message>
        <source>Try again.</source>
        <translation>请重试。</translation>
    </message>
    <message>
        <source>Turn %1 has no end.</source>
        <translation>第 %1 回合没有结束。</translation>
    </message>
    <message>
        <source>Turn %1 is still running.</source>
        <translation>第 %1 回合仍在运行。</translation>
    </message>
    <message>
        <source>Unpack it with bunzip2, then open what comes out.</source>
        <translation>请用 bunzip2 解压，再打开得到的文件。</translation>
    </message>
    <message>
        <source>Unpack it with gunzip, then open what comes out.</source>
        <translation>请用 gunzip 解压，再打开得到的文件。</translation>
    </message>
    <message>
        <source>Unpack it with unxz, then open what comes out.</source>
        <translation>请用 unxz 解压，再打开得到的文件。</translation>
    </message>
    <message>
        <source>Unpack it, then open the folder.</source>
        <translation>请先解压，再打开文件夹。</translation>
    </message>
    <message>
        <source>Update Sessionloom to open it; nothing in it was changed.</source>
        <translation>请更新 Sessionloom 后再打开，其中内容没有被改动。</translation>
    </message>
    <message>
        <source>Update Sessionloom, or the program that reads it.</source>
        <translation>请更新 Sessionloom，或更新读取它的程序。</translation>
    </message>
    <message>
        <source>Update Sessionloom.</source>
        <translation>请更新 Sessionloom。</translation>
    </message>
    <message>
        <source>Update, then open it again.</source>
        <translation>请更新后重新打开。</translation>
    </message>
    <message>
        <source>Use it there.</source>
        <translation>请在那里使用它。</translation>
    </message>
    <message>
        <source>Use the session that is live.</source>
        <translation>请使用正在运行的会话。</translation>
    </message>
    <message>
        <source>Wait for its first answer.</source>
        <translation>请等待它的第一个回答。</translation>
    </message>
    <message>
        <source>Wait until it ends.</source>
        <translation>请等它结束。</translation>
    </message>
    <message>
        <source>Wait until it has ended.</source>
        <translation>请等到它结束。</translation>
    </message>
    <message>
        <source>With it the archive expands to more than may be read.</source>
        <translation>加上它，归档展开后会超出可读取的大小。</translation>
    </message>
    <message>
        <source>Write only null, booleans, finite numbers, strings, lists and objects.</source>
        <translation>只能写入 null、布尔值、有限数、字符串、列表和对象。</translation>
    </message>
    <message>
        <source>Write the fork into another folder.</source>
        <translation>请将分叉写入其他文件夹。</translation>
    </message>
    <message>
        <source>Written by Sessionloom %1. A copy for reading; the log itself is the evidence.</source>
        <translation>由 Sessionloom %1 写出。这是供阅读的副本，证据以日志本身为准。</translation>
    </message>
    <message>
        <source>a %1 row has further members</source>
        <translation>%1 行有多余成员</translation>
    </message>
    <message>
        <source>a %1 row has one time gap between two members</source>
        <translation>%1 行相邻成员之间各应有一个时间差</translation>
    </message>
    <message>
        <source>a %1 row lacks a member</source>
        <translation>%1 行缺少成员</translation>
    </message>
    <message>
        <source>a %1 row, which this format does not have</source>
        <translation>%1 行，而此格式没有这种行</translation>
    </message>
    <message>
        <source>a cited seq is longer than any can be</source>
        <translation>引用的 seq 过长</translation>
    </message>
    <message>
        <source>a cited seq is no seq</source>
        <translation>引用的 seq 不是 seq</translation>
    </message>
    <message>
        <source>a cited seq is not in its shortest form, or too great</source>
        <translation>引用的 seq 不是最短形式，或过大</translation>
    </message>
    <message>
        <source>a header of generation %1, not %2</source>
        <translation>是第 %1 代的会话头，而不是第 %2 代</translation>
    </message>
    <message>
        <source>a packed row has surface columns</source>
        <translation>打包行带有 surface 列</translation>
    </message>
    <message>
        <source>a packed row is named %1, which is no tag of one</source>
        <translation>打包行名为 %1，而这不是打包行的标记</translation>
    </message>
    <message>
        <source>a single event is named %1, which in a text log is a packed row</source>
        <translation>单个事件名为 %1，而在文本日志中这是打包行</translation>
    </message>
    <message>
        <source>a symbolic link</source>
        <translation>符号链接</translation>
    </message>
    <message>
        <source>an entry of its directory is cut</source>
        <translation>其目录中有一个条目被截断</translation>
    </message>
    <message>
        <source>answers another call than it names</source>
        <translation>回应的调用与指明的不同</translation>
    </message>
    <message>
        <source>assistant/message at seq %1 has a provenance in no known form</source>
        <translation>seq %1 的 assistant/message 的来源形式未知</translation>
    </message>
    <message>
        <source>cites an empty list of events</source>
        <translation>引用了空的事件列表</translation>
    </message>
    <message>
        <source>cites an event that is not earlier</source>
        <translation>引用了并非更早的事件</translation>
    </message>
    <message>
        <source>cites an event twice</source>
        <translation>两次引用同一事件</translation>
    </message>
    <message>
        <source>cites events, which its type may not</source>
        <translation>引用了事件，而其类型不允许</translation>
    </message>
    <message>
        <source>cites no list of events</source>
        <translation>引用的不是事件列表</translation>
    </message>
    <message>
        <source>cites runs of events that do not rise</source>
        <translation>引用的事件区间没有递增</translation>
    </message>
    <message>
        <source>cites something that is no seq</source>
        <translation>引用的内容不是 seq</translation>
    </message>
    <message>
        <source>does not cite every event that it replaces</source>
        <translation>没有引用它替换的每个事件</translation>
    </message>
    <message>
        <source>flags an adapter default that its config does not hold</source>
        <translation>标记了 config 中没有的 adapter 默认值</translation>
    </message>
    <message>
        <source>format v%1 %2 at seq %3 spells a replacement of format v2</source>
        <translation>格式 v%1 的 %2（seq %3）使用了格式 v2 的替换写法</translation>
    </message>
    <message>
        <source>format v%1 contains unknown event type &quot;%2&quot; at seq %3</source>
        <translation>格式 v%1 在 seq %3 处有未知事件类型“%2”</translation>
    </message>
    <message>
        <source>format v%1 request/header at seq %2 empty optional header fields must be omitted</source>
        <translation>格式 v%1 的 request/header（seq %2）不应写出空的可选字段</translation>
    </message>
    <message>
        <source>has adapter defaults in another form</source>
        <translation>adapter 默认值的形式不同</translation>
    </message>
    <message>
        <source>has an empty place for content</source>
        <translation>的内容中有空位</translation>
    </message>
    <message>
        <source>has an empty reasoning effort</source>
        <translation>reasoning effort 为空</translation>
    </message>
    <message>
        <source>has no config</source>
        <translation>没有 config</translation>
    </message>
    <message>
        <source>has no id</source>
        <translation>没有 id</translation>
    </message>
    <message>
        <source>has no list of content</source>
        <translation>没有内容列表</translation>
    </message>
    <message>
        <source>has no message</source>
        <translation>没有消息</translation>
    </message>
    <message>
        <source>has no source</source>
        <translation>没有 source</translation>
    </message>
    <message>
        <source>has not exactly one result block</source>
        <translation>没有恰好一个结果块</translation>
    </message>
    <message>
        <source>is a tool result that replaces something else than one tool result</source>
        <translation>是工具结果，却替换了单个工具结果以外的内容</translation>
    </message>
    <message>
        <source>is not of the role %1</source>
        <translation>角色不是 %1</translation>
    </message>
    <message>
        <source>is not seeded, but a marker says</source>
        <translation>没有种子，但有标记指出</translation>
    </message>
    <message>
        <source>is seeded, but no marker says</source>
        <translation>带有种子，但没有标记指出</translation>
    </message>
    <message>
        <source>it has no directory at its end</source>
        <translation>末尾没有目录</translation>
    </message>
    <message>
        <source>its %1 is no UTF-8</source>
        <translation>其 %1 不是 UTF-8</translation>
    </message>
    <message>
        <source>its %1 is no text</source>
        <translation>其 %1 不是文本</translation>
    </message>
    <message>
        <source>its 64-bit directory end is not where it should be</source>
        <translation>其 64 位目录结尾不在应有的位置</translation>
    </message>
    <message>
        <source>its cited seqs are no blob</source>
        <translation>其引用的 seq 不是二进制数据</translation>
    </message>
    <message>
        <source>its compressed data cannot be decoded (%1)</source>
        <translation>其压缩数据无法解码（%1）</translation>
    </message>
    <message>
        <source>its compressed data is not exactly one whole frame</source>
        <translation>其压缩数据不是恰好一个完整的帧</translation>
    </message>
    <message>
        <source>its data is neither a text nor a compressed text</source>
        <translation>其 data 既不是文本也不是压缩文本</translation>
    </message>
    <message>
        <source>its directory is larger than 16 MiB</source>
        <translation>其目录大于 16 MiB</translation>
    </message>
    <message>
        <source>its directory is larger than the file</source>
        <translation>其目录大于文件</translation>
    </message>
    <message>
        <source>its directory is not where its end says</source>
        <translation>其目录不在结尾所示的位置</translation>
    </message>
    <message>
        <source>its directory lists %1 of %2 entries</source>
        <translation>其目录只列出 %2 个条目中的 %1 个</translation>
    </message>
    <message>
        <source>its ignorable is neither 0 nor 1</source>
        <translation>其 ignorable 既不是 0 也不是 1</translation>
    </message>
    <message>
        <source>its seq or time is no integer</source>
        <translation>其 seq 或时间不是整数</translation>
    </message>
    <message>
        <source>longer than 256 MiB, not loaded</source>
        <translation>超过 256 MiB，未加载</translation>
    </message>
    <message>
        <source>more than one value</source>
        <translation>不止一个值</translation>
    </message>
    <message>
        <source>names no call</source>
        <translation>没有指明调用</translation>
    </message>
    <message>
        <source>names no provider and model</source>
        <translation>没有指明 provider 和 model</translation>
    </message>
    <message>
        <source>neither a seq nor a run of seqs</source>
        <translation>既不是 seq 也不是 seq 区间</translation>
    </message>
    <message>
        <source>nested deeper than %1 levels</source>
        <translation>嵌套超过 %1 层</translation>
    </message>
    <message>
        <source>no regular file</source>
        <translation>非普通文件</translation>
    </message>
    <message>
        <source>not JSON: %1</source>
        <translation>不是 JSON：%1</translation>
    </message>
    <message>
        <source>replaces %1 to %2, which are not both current</source>
        <translation>替换 %1 到 %2，而两者并非都是当前的</translation>
    </message>
    <message>
        <source>replaces %1 to %2, which stand the other way round</source>
        <translation>替换 %1 到 %2，而两者的次序相反</translation>
    </message>
    <message>
        <source>replaces the system message, which only another one may</source>
        <translation>替换了系统消息，而只有另一条系统消息可以这样做</translation>
    </message>
    <message>
        <source>says neither append nor replace</source>
        <translation>既没有说明追加也没有说明替换</translation>
    </message>
    <message>
        <source>seqs and times of a %1 row are not safe integers</source>
        <translation>%1 行的 seq 和时间不是安全整数</translation>
    </message>
    <message>
        <source>session &quot;%1&quot; contains a request/header event (seq %2) with the unsupported legacy reason &quot;fallback&quot;; refusing to interpret the log — it was written by a retired pre-release harness</source>
        <translation>会话“%1”含有 request/header 事件（seq %2），其 reason 为已不支持的旧值“fallback”；拒绝解读此日志，它由已停用的预发布 harness 写入</translation>
    </message>
    <message>
        <source>session &quot;%1&quot; contains event type &quot;%2&quot; (seq %3) unknown to this harness and not marked ignorable; refusing to interpret the log — it was likely written by a newer harness</source>
        <translation>会话“%1”含有此 harness 不认识且未标记为可忽略的事件类型“%2”（seq %3）；拒绝解读此日志，它很可能由更新的 harness 写入</translation>
    </message>
    <message>
        <source>session &quot;%1&quot;: stored log is corrupt: %2</source>
        <translation>会话“%1”：存储的日志已损坏：%2</translation>
    </message>
    <message>
        <source>steering/message at seq %1 has no known form</source>
        <translation>seq %1 的 steering/message 形式未知</translation>
    </message>
    <message>
        <source>the cited seqs end in the middle of one</source>
        <translation>引用的 seq 在中途结束</translation>
    </message>
    <message>
        <source>the line is no JSON object</source>
        <translation>该行不是 JSON 对象</translation>
    </message>
    <message>
        <source>the members of a %1 row are not a list of strings</source>
        <translation>%1 行的成员不是字符串列表</translation>
    </message>
    <message>
        <source>the row has no data</source>
        <translation>该行没有 data</translation>
    </message>
    <message>
        <source>the row has no sequence number</source>
        <translation>该行没有 seq</translation>
    </message>
    <message>
        <source>the row has no time in milliseconds</source>
        <translation>该行没有毫秒时间</translation>
    </message>
    <message>
        <source>the row has no type</source>
        <translation>该行没有 type</translation>
    </message>
    <message>
        <source>this machine</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>turn, step and index of a %1 row are integers</source>
        <translation>%1 行的 turn、step 和 index 应为整数</translation>
    </message>
    <message>
        <source>turn/end at seq %1 has a reason %2 with further members</source>
        <translation>seq %1 的 turn/end 的原因 %2 有多余成员</translation>
    </message>
    <message>
        <source>turn/end at seq %1 has a reason disposed with further members</source>
        <translation>seq %1 的 turn/end 的原因 disposed 有多余成员</translation>
    </message>
    <message>
        <source>turn/end at seq %1 has an error in no known form</source>
        <translation>seq %1 的 turn/end 的错误形式未知</translation>
    </message>
    <message>
        <source>turn/end at seq %1 is not exactly a turn and a reason</source>
        <translation>seq %1 的 turn/end 不是恰好由回合和原因组成</translation>
    </message>
    <message>
        <source>turn/start at seq %1 has a trigger in no known form</source>
        <translation>seq %1 的 turn/start 的触发方式形式未知</translation>
    </message>
    <message>
        <source>unknown reason</source>
        <translation>原因不明</translation>
    </message>
</context>
<context>
    <name>Deleted</name>
    <message>
        <source>%1 days left</source>
        <translation>还剩 %1 天</translation>
    </message>
    <message>
        <source>%1 sessions are back in the library.</source>
        <translation>%1 个会话已回到资料库。</translation>
    </message>
    <message>
        <source>%1 sessions are deleted for good.</source>
        <translation>已永久删除 %1 个会话。</translation>
    </message>
    <message>
        <source>%1 sessions, kept for 30 days</source>
        <translation>%1 个会话，保留 30 天</translation>
    </message>
    <message>
        <source>1 day left</source>
        <translation>还剩 1 天</translation>
    </message>
    <message>
        <source>1 session is deleted for good.</source>
        <translation>已永久删除 1 个会话。</translation>
    </message>
    <message>
        <source>1 session, kept for 30 days</source>
        <translation>1 个会话，保留 30 天</translation>
    </message>
    <message>
        <source>Delete %1 sessions for good?</source>
        <translation>永久删除 %1 个会话？</translation>
    </message>
    <message>
        <source>Delete 1 session for good?</source>
        <translation>永久删除 1 个会话？</translation>
    </message>
    <message>
        <source>Delete now</source>
        <translation>立即删除</translation>
    </message>
    <message>
        <source>Delete now…</source>
        <translation>立即删除…</translation>
    </message>
    <message>
        <source>Deleted</source>
        <translation>删除时间</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Goes: %1 attachments that no other session has.</source>
        <translation>删除：%1 个没有其他会话使用的附件。</translation>
    </message>
    <message>
        <source>Goes: 1 attachment that no other session has.</source>
        <translation>删除：1 个没有其他会话使用的附件。</translation>
    </message>
    <message>
        <source>Goes: all events of the session in the library, %1.</source>
        <translation>删除：资料库中该会话的全部事件，%1。</translation>
    </message>
    <message>
        <source>Goes: all events of these sessions in the library, %1.</source>
        <translation>删除：资料库中这些会话的全部事件，%1。</translation>
    </message>
    <message>
        <source>It can be brought back for 30 days.</source>
        <translation>30 天内可以恢复。</translation>
    </message>
    <message>
        <source>Its forks stay.</source>
        <translation>它的分叉会保留。</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>剩余</translation>
    </message>
    <message>
        <source>Nothing was deleted in the last 30 days.</source>
        <translation>最近 30 天没有删除任何会话。</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Recently deleted</source>
        <translation>最近删除</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Stays: an earlier copy of the library still holds them: %1.</source>
        <translation>保留：资料库的早期副本中仍有它们：%1。</translation>
    </message>
    <message>
        <source>Stays: the %1 files they came from.</source>
        <translation>保留：它们的 %1 个来源文件。</translation>
    </message>
    <message>
        <source>Stays: the file it came from, %1.</source>
        <translation>保留：它的来源文件 %1。</translation>
    </message>
    <message>
        <source>Stays: what forks share with it: %1 and %2 more.</source>
        <translation>保留：分叉与它共享的部分：%1，另有 %2 个。</translation>
    </message>
    <message>
        <source>Stays: what forks share with it: %1.</source>
        <translation>保留：分叉与它共享的部分：%1。</translation>
    </message>
    <message>
        <source>The file that it came from is not touched.</source>
        <translation>它的来源文件不会被改动。</translation>
    </message>
    <message>
        <source>The files that they came from are not touched.</source>
        <translation>它们的来源文件不会被改动。</translation>
    </message>
    <message>
        <source>Their forks stay.</source>
        <translation>它们的分叉会保留。</translation>
    </message>
    <message>
        <source>They can be brought back for 30 days.</source>
        <translation>30 天内可以恢复。</translation>
    </message>
    <message>
        <source>This cannot be undone.</source>
        <translation>此操作无法撤销。</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>goes at the next start</source>
        <translation>下次启动时删除</translation>
    </message>
    <message>
        <source>“%1” is back in the library.</source>
        <translation>“%1”已回到资料库。</translation>
    </message>
</context>
<context>
    <name>Diagnosis</name>
    <message>
        <source>%1 more problems.</source>
        <translation>另有 %1 个问题。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message>
        <source>1 more problem.</source>
        <translation>另有 1 个问题。</translation>
    </message>
    <message>
        <source>At %1.</source>
        <translation>位置：%1。</translation>
    </message>
    <message>
        <source>Checking, %1 %</source>
        <translation>正在检查，%1%</translation>
    </message>
    <message>
        <source>Damaged: %1</source>
        <translation>已损坏：%1</translation>
    </message>
    <message>
        <source>Repaired on reading: %1</source>
        <translation>读取时已修复：%1</translation>
    </message>
    <message>
        <source>The file was not changed.</source>
        <translation>文件未被改动。</translation>
    </message>
    <message>
        <source>The log is being read to its end. What is shown can be read already.</source>
        <translation>正在把日志读到末尾，已显示的内容可以先读。</translation>
    </message>
    <message>
        <source>byte %1</source>
        <translation>字节 %1</translation>
    </message>
    <message>
        <source>frame %1</source>
        <translation>第 %1 帧</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>第 %1 行</translation>
    </message>
    <message>
        <source>seq %1</source>
        <translation>seq %1</translation>
    </message>
    <message>
        <source>the log is not whole</source>
        <translation>日志不完整</translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message>
        <source>%1 continuations</source>
        <translation>%1 个延续</translation>
    </message>
    <message>
        <source>%1 could not be included</source>
        <translation>%1 项无法包含</translation>
    </message>
    <message>
        <source>%1 files</source>
        <translation>%1 个文件</translation>
    </message>
    <message>
        <source>%1 files, %2</source>
        <translation>%1 个文件，%2</translation>
    </message>
    <message>
        <source>%1 findings, %2 will be replaced</source>
        <translation>%1 处发现，将替换 %2 处</translation>
    </message>
    <message>
        <source>%1 forks</source>
        <translation>%1 个分叉</translation>
    </message>
    <message>
        <source>%1 images</source>
        <translation>%1 张图片</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1 subagents</source>
        <translation>%1 个子代理</translation>
    </message>
    <message>
        <source>%1 times</source>
        <translation>%1 次</translation>
    </message>
    <message>
        <source>%1, line %2</source>
        <translation>%1，第 %2 行</translation>
    </message>
    <message>
        <source>%1, only those referred to</source>
        <translation>%1，仅限被引用的</translation>
    </message>
    <message>
        <source>1 continuation</source>
        <translation>1 个延续</translation>
    </message>
    <message>
        <source>1 file</source>
        <translation>1 个文件</translation>
    </message>
    <message>
        <source>1 file, %2</source>
        <translation>1 个文件，%2</translation>
    </message>
    <message>
        <source>1 finding, %2 will be replaced</source>
        <translation>1 处发现，将替换 %2 处</translation>
    </message>
    <message>
        <source>1 fork</source>
        <translation>1 个分叉</translation>
    </message>
    <message>
        <source>1 image</source>
        <translation>1 张图片</translation>
    </message>
    <message>
        <source>1 subagent</source>
        <translation>1 个子代理</translation>
    </message>
    <message>
        <source>All generations</source>
        <translation>所有格式版本</translation>
    </message>
    <message>
        <source>Cancel export</source>
        <translation>取消导出</translation>
    </message>
    <message>
        <source>Cancel leaves no half file. You can go on reading.</source>
        <translation>取消不会留下不完整的文件。你可以继续阅读。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Copy SHA-256</source>
        <translation>复制 SHA-256</translation>
    </message>
    <message>
        <source>Descendants</source>
        <translation>后代会话</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>E-mail address</source>
        <translation>电子邮件地址</translation>
    </message>
    <message>
        <source>Entry</source>
        <translation>条目</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Export as HTML</source>
        <translation>导出为 HTML</translation>
    </message>
    <message>
        <source>Export as Markdown</source>
        <translation>导出为 Markdown</translation>
    </message>
    <message>
        <source>Export raw ZIP</source>
        <translation>导出原始 ZIP</translation>
    </message>
    <message>
        <source>Exporting %1 of %2 events</source>
        <translation>正在导出 %1 / %2 个事件</translation>
    </message>
    <message>
        <source>Exporting %1 of %2 files</source>
        <translation>正在导出第 %1 个文件，共 %2 个</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Failed attempts</source>
        <translation>失败的尝试</translation>
    </message>
    <message>
        <source>Forks and subagents of it</source>
        <translation>它的分支和子代理</translation>
    </message>
    <message>
        <source>HTML</source>
        <translation>HTML 网页</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>隐藏</translation>
    </message>
    <message>
        <source>Home folder</source>
        <translation>主文件夹</translation>
    </message>
    <message>
        <source>Images and files, only those referred to</source>
        <translation>图片和文件，仅限被引用的</translation>
    </message>
    <message>
        <source>Inputs and outputs of tools</source>
        <translation>工具的输入和输出</translation>
    </message>
    <message>
        <source>It has none</source>
        <translation>没有</translation>
    </message>
    <message>
        <source>It refers to none</source>
        <translation>没有引用任何附件</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>密钥</translation>
    </message>
    <message>
        <source>Looking at what goes in…</source>
        <translation>正在查看要写入的内容…</translation>
    </message>
    <message>
        <source>Looking for keys and addresses…</source>
        <translation>正在查找密钥和地址…</translation>
    </message>
    <message>
        <source>Markdown</source>
        <translation>Markdown 文本</translation>
    </message>
    <message>
        <source>Media</source>
        <translation>媒体</translation>
    </message>
    <message>
        <source>Not included</source>
        <translation>未包含</translation>
    </message>
    <message>
        <source>Not only the newest format</source>
        <translation>不只是最新格式</translation>
    </message>
    <message>
        <source>Nothing was found</source>
        <translation>没有发现</translation>
    </message>
    <message>
        <source>One file to read, without scripts. It fetches nothing.</source>
        <translation>供阅读的单个文件，不含脚本，不获取任何内容。</translation>
    </message>
    <message>
        <source>Password or secret</source>
        <translation>密码或机密</translation>
    </message>
    <message>
        <source>Private key</source>
        <translation>私钥</translation>
    </message>
    <message>
        <source>Raw ZIP</source>
        <translation>原始 ZIP</translation>
    </message>
    <message>
        <source>Redact</source>
        <translation>脱敏</translation>
    </message>
    <message>
        <source>Replace keys, home folders, addresses</source>
        <translation>替换密钥、主文件夹、地址</translation>
    </message>
    <message>
        <source>Rows are copied exactly as stored. Nothing is rebuilt, repaired or left out of a file.</source>
        <translation>各行按存储原样复制。文件中没有重建、修复或遗漏。</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>What is checked is replaced, and the file says so. What was not found is still there: look through it before you pass it on.</source>
        <translation>勾选的内容会被替换，文件中会注明。未被发现的内容仍在其中：转交之前请先查看。</translation>
    </message>
    <message>
        <source>Writing</source>
        <translation>写入中</translation>
    </message>
    <message>
        <source>Writing %1 of %2 events</source>
        <translation>正在写入 %1 / %2 个事件</translation>
    </message>
    <message>
        <source>Writing %1 of %2 files</source>
        <translation>正在写入第 %1 个文件，共 %2 个</translation>
    </message>
    <message>
        <source>Written</source>
        <translation>已写入</translation>
    </message>
    <message>
        <source>Written out of a database, row by row</source>
        <translation>从数据库逐行写出</translation>
    </message>
    <message>
        <source>Written, %1</source>
        <translation>已写入，%1</translation>
    </message>
    <message>
        <source>once</source>
        <translation>一次</translation>
    </message>
</context>
<context>
    <name>FirstPage</name>
    <message>
        <source>%1 sessions</source>
        <translation>%1 个会话</translation>
    </message>
    <message>
        <source>1 session</source>
        <translation>1 个会话</translation>
    </message>
    <message>
        <source>Found on this computer</source>
        <translation>在这台电脑上找到</translation>
    </message>
    <message>
        <source>Import %1</source>
        <translation>导入 %1 个</translation>
    </message>
    <message>
        <source>Import %1 into the library</source>
        <translation>将 %1 导入资料库</translation>
    </message>
    <message>
        <source>Look inside</source>
        <translation>看看内容</translation>
    </message>
    <message>
        <source>Look inside %1</source>
        <translation>看看 %1 的内容</translation>
    </message>
    <message>
        <source>Looked in</source>
        <translation>查找过的位置</translation>
    </message>
    <message>
        <source>Nothing open yet</source>
        <translation>还没有打开任何内容</translation>
    </message>
    <message>
        <source>One session, plain or compressed</source>
        <translation>单个会话，纯文本或压缩均可</translation>
    </message>
    <message>
        <source>Open a log file…</source>
        <translation>打开日志文件…</translation>
    </message>
    <message>
        <source>Open a session folder…</source>
        <translation>打开会话文件夹…</translation>
    </message>
    <message>
        <source>Open an exported ZIP…</source>
        <translation>打开导出的 ZIP…</translation>
    </message>
    <message>
        <source>Open the logs of your agent sessions to read and check them. Files are only read. Nothing leaves this computer.</source>
        <translation>打开智能体会话的日志，阅读并检查。只读取文件，任何内容都不会离开这台电脑。</translation>
    </message>
    <message>
        <source>Open the sample sessions</source>
        <translation>打开示例会话</translation>
    </message>
    <message>
        <source>Reads it in place; import what you want to keep</source>
        <translation>就地读取，想保留的再导入</translation>
    </message>
    <message>
        <source>Sessions that somebody sent; read-only</source>
        <translation>他人发来的会话；只读</translation>
    </message>
    <message>
        <source>Small ones: retries, an interruption, forks, damage</source>
        <translation>小型会话：重试、中断、分叉、损坏</translation>
    </message>
    <message>
        <source>no permission to read</source>
        <translation>没有读取权限</translation>
    </message>
    <message>
        <source>no sessions in it</source>
        <translation>其中没有会话</translation>
    </message>
    <message>
        <source>no such folder</source>
        <translation>没有这个文件夹</translation>
    </message>
    <message>
        <source>not set</source>
        <translation>未设置</translation>
    </message>
</context>
<context>
    <name>Fork</name>
    <message numerus="yes">
        <source>%n events</source>
        <translation>
            <numerusform>%n 个事件</numerusform>
        </translation>
    </message>
    <message>
        <source>A compaction that never ended</source>
        <translation>一次未结束的压缩</translation>
    </message>
    <message>
        <source>A fork is being made</source>
        <translation>正在创建分叉</translation>
    </message>
    <message>
        <source>A fork takes whole turns, and the turn that holds this message has not ended. Nothing is cut short silently: fork from an earlier turn, or wait until it has ended.</source>
        <translation>分叉以整个回合为单位，而这条消息所在的回合尚未结束。不会悄悄截短：请从更早的回合分叉，或等到它结束。</translation>
    </message>
    <message>
        <source>A fork takes whole turns. Message #{0} lies in turn {1}, so the cut falls after #{2}.</source>
        <translation>分叉以整个回合为单位。消息 #{0} 位于第 {1} 回合，因此切点在 #{2} 之后。</translation>
    </message>
    <message>
        <source>A fork takes whole turns. Turn {0} ends at #{1}, so the cut falls there.</source>
        <translation>分叉以整个回合为单位。第 {0} 回合止于 #{1}，切点即在此处。</translation>
    </message>
    <message>
        <source>An exact cut: everything up to and with #{0} is inherited.</source>
        <translation>精确切分：继承到 #{0} 为止（含）的全部内容。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Create fork</source>
        <translation>创建分叉</translation>
    </message>
    <message>
        <source>Cut exactly after #{0} instead</source>
        <translation>改为恰好在 #{0} 之后切分</translation>
    </message>
    <message>
        <source>Feedback and archive mark</source>
        <translation>反馈与归档标记</translation>
    </message>
    <message>
        <source>First left out</source>
        <translation>首条未含</translation>
    </message>
    <message>
        <source>Fork at the end of turn {0}</source>
        <translation>在第 {0} 回合末尾分叉</translation>
    </message>
    <message>
        <source>Fork inside turn {0}</source>
        <translation>在第 {0} 回合之内分叉</translation>
    </message>
    <message>
        <source>Fork of an empty history</source>
        <translation>空历史的分叉</translation>
    </message>
    <message>
        <source>Images</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>It does not inherit</source>
        <translation>不继承</translation>
    </message>
    <message>
        <source>It inherits {0} events.</source>
        <translation>继承了 {0} 个事件。</translation>
    </message>
    <message>
        <source>It is cancelled when you quit; then there is no fork.</source>
        <translation>退出时会取消，不会产生分叉。</translation>
    </message>
    <message>
        <source>Its role as a subagent</source>
        <translation>子代理身份</translation>
    </message>
    <message>
        <source>Keeping the parent in the library</source>
        <translation>正在把父会话保存到资料库</translation>
    </message>
    <message>
        <source>Last kept</source>
        <translation>最后保留</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>No fork from here</source>
        <translation>此处无法分叉</translation>
    </message>
    <message>
        <source>Open questions for approval</source>
        <translation>未答复的审批请求</translation>
    </message>
    <message>
        <source>Reading the session</source>
        <translation>正在读取会话</translation>
    </message>
    <message>
        <source>Running jobs</source>
        <translation>运行中的任务</translation>
    </message>
    <message>
        <source>Schedules</source>
        <translation>日程</translation>
    </message>
    <message>
        <source>Take the whole turn instead</source>
        <translation>改为取整个回合</translation>
    </message>
    <message>
        <source>Team state</source>
        <translation>团队状态</translation>
    </message>
    <message>
        <source>The fork inherits</source>
        <translation>分叉继承</translation>
    </message>
    <message>
        <source>The fork is made and saved.</source>
        <translation>分叉已创建并保存。</translation>
    </message>
    <message>
        <source>The fork is written.</source>
        <translation>分叉已写出。</translation>
    </message>
    <message>
        <source>The last completed turn ends at #{0}, so the cut falls there.</source>
        <translation>最后一个完成的回合止于 #{0}，切点即在此处。</translation>
    </message>
    <message>
        <source>The parent is not changed. Undo deletes an unused fork.</source>
        <translation>父会话不会改变。撤销会删除未使用的分叉。</translation>
    </message>
    <message>
        <source>The turn that it leaves open is closed as forked.</source>
        <translation>由此未结束的回合将以“已分叉”关闭。</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>Title of the fork</source>
        <translation>分叉的标题</translation>
    </message>
    <message>
        <source>Tool results</source>
        <translation>工具结果</translation>
    </message>
    <message>
        <source>Turn {0}</source>
        <translation>第 {0} 回合</translation>
    </message>
    <message>
        <source>Turns</source>
        <translation>回合</translation>
    </message>
    <message>
        <source>Turns {0} to {1}</source>
        <translation>第 {0} 至 {1} 回合</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Waiting prompts</source>
        <translation>等待中的提示</translation>
    </message>
    <message>
        <source>What follows the cut</source>
        <translation>切点之后的内容</translation>
    </message>
    <message>
        <source>Write as a file…</source>
        <translation>写为文件…</translation>
    </message>
    <message>
        <source>Write the fork into a folder or a harness home</source>
        <translation>将分叉写入文件夹或 harness 主目录</translation>
    </message>
    <message>
        <source>approval policy</source>
        <translation>审批策略</translation>
    </message>
    <message>
        <source>as of #{0}</source>
        <translation>截至 #{0}</translation>
    </message>
    <message>
        <source>goal</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>plan mode</source>
        <translation>计划模式</translation>
    </message>
    <message>
        <source>sandbox mode</source>
        <translation>沙箱模式</translation>
    </message>
    <message>
        <source>title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>to-do list</source>
        <translation>待办清单</translation>
    </message>
    <message>
        <source>working folder</source>
        <translation>工作文件夹</translation>
    </message>
</context>
<context>
    <name>GoTo</name>
    <message>
        <source>Seq or link</source>
        <translation>seq 或链接</translation>
    </message>
    <message>
        <source>The number of an event, or a link such as id@g0#1846.</source>
        <translation>事件的编号，或形如 id@g0#1846 的链接。</translation>
    </message>
</context>
<context>
    <name>Handover</name>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>An export is running</source>
        <translation>正在导出</translation>
    </message>
    <message>
        <source>Copy SHA-256</source>
        <translation>复制 SHA-256</translation>
    </message>
    <message>
        <source>It is cancelled when you quit, and leaves no half file.</source>
        <translation>退出时会取消，不会留下不完整的文件。</translation>
    </message>
    <message>
        <source>Open a ZIP</source>
        <translation>打开 ZIP</translation>
    </message>
    <message>
        <source>Reading %1, %2 of %3</source>
        <translation>正在读取 %1，第 %2 个，共 %3 个</translation>
    </message>
    <message>
        <source>Reading it was cancelled. Reload it to read it again.</source>
        <translation>已取消读取。重新载入即可再次读取。</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>在文件夹中显示</translation>
    </message>
    <message>
        <source>The export is written.</source>
        <translation>导出已写好。</translation>
    </message>
    <message>
        <source>ZIP archives (*.zip)</source>
        <translation>ZIP 压缩包 (*.zip)</translation>
    </message>
</context>
<context>
    <name>Leaving</name>
    <message>
        <source>%1 events are not saved yet.</source>
        <translation>有 %1 个事件尚未保存。</translation>
    </message>
    <message>
        <source>1 event is not saved yet.</source>
        <translation>有 1 个事件尚未保存。</translation>
    </message>
    <message>
        <source>An import is running</source>
        <translation>正在导入</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Stay</source>
        <translation>留下</translation>
    </message>
    <message>
        <source>They are kept in a file beside the library and saved at the next start.</source>
        <translation>它们会留在单独的文件中，下次启动时保存。</translation>
    </message>
    <message>
        <source>What was imported stays. The rest can be imported again; nothing is left half.</source>
        <translation>已导入的会保留，其余可以再次导入；不会留下不完整的内容。</translation>
    </message>
</context>
<context>
    <name>LibraryRescue</name>
    <message>
        <source>Import the logs of these sessions, and they are whole again.</source>
        <translation>导入这些会话的日志后，它们就会恢复完整。</translation>
    </message>
    <message>
        <source>Open the library</source>
        <translation>打开资料库</translation>
    </message>
    <message>
        <source>Reading what is left of the library…</source>
        <translation>正在读取资料库中剩余的内容…</translation>
    </message>
    <message>
        <source>Rescue what can be read</source>
        <translation>抢救可读取的内容</translation>
    </message>
    <message>
        <source>Sessions that are whole: %1.</source>
        <translation>完整的会话：%1 个。</translation>
    </message>
    <message>
        <source>The damaged file is kept as %1.</source>
        <translation>损坏的文件已保留为 %1。</translation>
    </message>
    <message>
        <source>The library is readable again.</source>
        <translation>资料库可以再次读取。</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>以及另外 %1 个</translation>
    </message>
    <message>
        <source>nothing of it could be read</source>
        <translation>无法读取其任何内容</translation>
    </message>
</context>
<context>
    <name>Lineage</name>
    <message>
        <source>#{0} to #{1}</source>
        <translation>#{0} 至 #{1}</translation>
    </message>
    <message numerus="yes">
        <source>%n filtered out</source>
        <translation>
            <numerusform>筛选掉 %n 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>还有 %n 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more folded</source>
        <translation>
            <numerusform>另有 %n 个已折叠</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sessions shown</source>
        <translation>
            <numerusform>显示 %n 个会话</numerusform>
        </translation>
    </message>
    <message>
        <source>Back to this session</source>
        <translation>回到此会话</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Continuation</source>
        <translation>延续</translation>
    </message>
    <message>
        <source>Continuations</source>
        <translation>延续</translation>
    </message>
    <message>
        <source>Export as PNG</source>
        <translation>导出为 PNG</translation>
    </message>
    <message>
        <source>Export as SVG</source>
        <translation>导出为 SVG</translation>
    </message>
    <message>
        <source>Export the lineage</source>
        <translation>导出谱系</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Fit the whole tree</source>
        <translation>显示整棵树</translation>
    </message>
    <message>
        <source>Fork</source>
        <translation>分叉</translation>
    </message>
    <message>
        <source>Forks</source>
        <translation>分叉</translation>
    </message>
    <message>
        <source>Inherited, own events</source>
        <translation>继承的、自有的事件</translation>
    </message>
    <message>
        <source>Larger</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Lineage</source>
        <translation>谱系</translation>
    </message>
    <message>
        <source>Lineage of “{0}”</source>
        <translation>“{0}”的谱系</translation>
    </message>
    <message>
        <source>Missing parent</source>
        <translation>父会话缺失</translation>
    </message>
    <message>
        <source>Parent {0}, missing</source>
        <translation>父会话 {0}（缺失）</translation>
    </message>
    <message>
        <source>Search this family</source>
        <translation>在此家族中搜索</translation>
    </message>
    <message>
        <source>Smaller</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Subagent</source>
        <translation>子代理</translation>
    </message>
    <message>
        <source>Subagents</source>
        <translation>子代理</translation>
    </message>
    <message>
        <source>The lineage is written.</source>
        <translation>谱系已写出。</translation>
    </message>
    <message>
        <source>continues</source>
        <translation>延续</translation>
    </message>
    <message>
        <source>from the start</source>
        <translation>从头开始</translation>
    </message>
    <message>
        <source>incomplete: the parent is missing</source>
        <translation>不完整：缺少父会话</translation>
    </message>
    <message>
        <source>not in any open source</source>
        <translation>不在任何已打开的来源中</translation>
    </message>
    <message>
        <source>not read yet</source>
        <translation>尚未读取</translation>
    </message>
    <message>
        <source>step {0}, #{1}</source>
        <translation>第{0}步 #{1}</translation>
    </message>
    <message>
        <source>subagent</source>
        <translation>子代理</translation>
    </message>
    <message>
        <source>the parents lead back in a circle: {0}</source>
        <translation>父会话形成环路：{0}</translation>
    </message>
    <message>
        <source>turn {0}, #{1}</source>
        <translation>第{0}回合 #{1}</translation>
    </message>
    <message>
        <source>{0} own</source>
        <translation>自有 {0}</translation>
    </message>
    <message>
        <source>{0} own, {1} inherited</source>
        <translation>自有 {0}，继承 {1}</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Menu bar</source>
        <translation>菜单栏</translation>
    </message>
    <message>
        <source>Search or run a command</source>
        <translation>搜索或运行命令</translation>
    </message>
    <message>
        <source>Show or hide the sidebar</source>
        <translation>显示或隐藏侧边栏</translation>
    </message>
</context>
<context>
    <name>Menus</name>
    <message>
        <source>Density</source>
        <translation>密度</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Forget this list</source>
        <translation>清空此列表</translation>
    </message>
    <message>
        <source>Go</source>
        <translation>转到</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Nothing opened yet</source>
        <translation>还没有打开过</translation>
    </message>
    <message>
        <source>Open recent</source>
        <translation>打开最近的内容</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>View</source>
        <translation>视图</translation>
    </message>
</context>
<context>
    <name>Opening</name>
    <message>
        <source>%1 were left out.</source>
        <translation>略过 %1 个。</translation>
    </message>
    <message>
        <source>%1 were there already, unchanged.</source>
        <translation>%1 个已经存在，没有变化。</translation>
    </message>
    <message>
        <source>1 was left out.</source>
        <translation>略过 1 个。</translation>
    </message>
    <message>
        <source>1 was there already, unchanged.</source>
        <translation>1 个已经存在，没有变化。</translation>
    </message>
    <message>
        <source>Cancelled. What was imported stays.</source>
        <translation>已取消，已导入的会保留。</translation>
    </message>
    <message>
        <source>Import a session folder into the library</source>
        <translation>将会话文件夹导入资料库</translation>
    </message>
    <message>
        <source>Imported %1 sessions.</source>
        <translation>已导入 %1 个会话。</translation>
    </message>
    <message>
        <source>Imported 1 session.</source>
        <translation>已导入 1 个会话。</translation>
    </message>
    <message>
        <source>Open a log file</source>
        <translation>打开日志文件</translation>
    </message>
    <message>
        <source>Open a session folder</source>
        <translation>打开会话文件夹</translation>
    </message>
    <message>
        <source>Show in library</source>
        <translation>在资料库中显示</translation>
    </message>
</context>
<context>
    <name>Pace</name>
    <message>
        <source>about %1 min left</source>
        <translation>大约还需 %1 分钟</translation>
    </message>
    <message>
        <source>about %1 s left</source>
        <translation>大约还需 %1 秒</translation>
    </message>
</context>
<context>
    <name>Pages</name>
    <message>
        <source>Choose a session</source>
        <translation>选择一个会话</translation>
    </message>
    <message>
        <source>Connect its disk or bring it back, then reload. Nothing was removed.</source>
        <translation>请连接磁盘或恢复文件夹，然后重新加载。没有移除任何内容。</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>复制报告</translation>
    </message>
    <message>
        <source>Copy this text</source>
        <translation>复制这段文字</translation>
    </message>
    <message>
        <source>Import a folder, and its sessions are kept here.</source>
        <translation>导入一个文件夹，其中的会话就会保存在这里。</translation>
    </message>
    <message>
        <source>No sessions in here</source>
        <translation>这里没有会话</translation>
    </message>
    <message>
        <source>Nothing in this source looks like a session log.</source>
        <translation>这个来源中没有会话日志。</translation>
    </message>
    <message>
        <source>Reading the session…</source>
        <translation>正在读取会话…</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>重新加载</translation>
    </message>
    <message>
        <source>Remove from the list</source>
        <translation>从列表中移除</translation>
    </message>
    <message>
        <source>Show first</source>
        <translation>显示第一处</translation>
    </message>
    <message>
        <source>The file was not changed.</source>
        <translation>文件未被改动。</translation>
    </message>
    <message>
        <source>The library holds no sessions</source>
        <translation>资料库中没有会话</translation>
    </message>
    <message>
        <source>The list on the left holds what is open; the newest prompt is on top.</source>
        <translation>左侧列出已打开的内容，最近提问的排在最前。</translation>
    </message>
    <message>
        <source>This file is not there</source>
        <translation>这个文件不在了</translation>
    </message>
    <message>
        <source>This folder is not there</source>
        <translation>这个文件夹不存在</translation>
    </message>
    <message>
        <source>What could not be read</source>
        <translation>无法读取的内容</translation>
    </message>
</context>
<context>
    <name>Palette</name>
    <message>
        <source>Matches</source>
        <translation>匹配项</translation>
    </message>
    <message>
        <source>Search or run a command</source>
        <translation>搜索或运行命令</translation>
    </message>
</context>
<context>
    <name>Rename</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Name of the session</source>
        <translation>会话名称</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Rename session</source>
        <translation>重命名会话</translation>
    </message>
    <message>
        <source>The name stands beside the log, which is not changed. Leave it empty for the log&apos;s title.</source>
        <translation>名称记在日志旁边，日志本身不改动。留空则使用日志中的标题。</translation>
    </message>
</context>
<context>
    <name>Render</name>
    <message>
        <source>%1 findings</source>
        <translation>%1 处发现</translation>
    </message>
    <message>
        <source>%1 nodes</source>
        <translation>%1 个节点</translation>
    </message>
    <message>
        <source>%1 sessions</source>
        <translation>%1 个会话</translation>
    </message>
    <message>
        <source>%1 sources</source>
        <translation>%1 个来源</translation>
    </message>
    <message>
        <source>1 finding</source>
        <translation>1 处发现</translation>
    </message>
    <message>
        <source>1 node</source>
        <translation>1 个节点</translation>
    </message>
    <message>
        <source>1 session</source>
        <translation>1 个会话</translation>
    </message>
    <message>
        <source>1 source</source>
        <translation>1 个来源</translation>
    </message>
    <message>
        <source>A notice says: %1</source>
        <translation>通知：%1</translation>
    </message>
    <message>
        <source>The page in the centre is still reading what is in the ZIP.</source>
        <translation>中间的页面仍在读取 ZIP 中的内容。</translation>
    </message>
    <message>
        <source>The page in the centre offers to open a session folder, a log file or the samples.</source>
        <translation>中间的页面可以打开会话文件夹、日志文件或示例。</translation>
    </message>
    <message>
        <source>The page in the centre says: %1.</source>
        <translation>中间的页面显示：%1。</translation>
    </message>
    <message>
        <source>The page in the centre shows what is in %1: %2, %3.</source>
        <translation>中间的页面显示 %1 的内容：%2，%3。</translation>
    </message>
    <message>
        <source>The session shown is “%1”, %2 loaded.</source>
        <translation>显示的会话是“%1”，已加载 %2。</translation>
    </message>
    <message>
        <source>The session shown is “%1”, %2 loaded; its banner says: %3.</source>
        <translation>显示的会话是“%1”，已加载 %2；横幅显示：%3。</translation>
    </message>
    <message>
        <source>The sidebar lists %1 and %2.</source>
        <translation>侧边栏列出了 %1 和 %2。</translation>
    </message>
    <message>
        <source>The status bar says: %1.</source>
        <translation>状态栏显示：%1。</translation>
    </message>
</context>
<context>
    <name>SessionActs</name>
    <message>
        <source>Recently deleted</source>
        <translation>最近删除</translation>
    </message>
    <message>
        <source>%1 sessions are archived.</source>
        <translation>已归档 %1 个会话。</translation>
    </message>
    <message>
        <source>%1 sessions are in Recently deleted.</source>
        <translation>已将 %1 个会话移到“最近删除”。</translation>
    </message>
    <message>
        <source>%1 sessions are no longer archived.</source>
        <translation>已取消归档 %1 个会话。</translation>
    </message>
    <message>
        <source>The list leaves out what is archived unless that is shown.</source>
        <translation>列表中不再显示已归档的内容，除非打开相应显示。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>“%1” is archived.</source>
        <translation>“%1”已归档。</translation>
    </message>
    <message>
        <source>“%1” is in Recently deleted.</source>
        <translation>“%1”已移到“最近删除”。</translation>
    </message>
    <message>
        <source>“%1” is no longer archived.</source>
        <translation>“%1”已取消归档。</translation>
    </message>
</context>
<context>
    <name>SessionHeader</name>
    <message>
        <source>%1 events</source>
        <translation>%1 个事件</translation>
    </message>
    <message>
        <source>%1 turns</source>
        <translation>%1 回合</translation>
    </message>
    <message>
        <source>1 event</source>
        <translation>1 个事件</translation>
    </message>
    <message>
        <source>1 turn</source>
        <translation>1 回合</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Export this session</source>
        <translation>导出此会话</translation>
    </message>
    <message>
        <source>Fork</source>
        <translation>分叉</translation>
    </message>
    <message>
        <source>Fork from the current message</source>
        <translation>从当前消息分叉</translation>
    </message>
    <message>
        <source>Import into library</source>
        <translation>导入资料库</translation>
    </message>
    <message>
        <source>Import this session into the library</source>
        <translation>将此会话导入资料库</translation>
    </message>
    <message>
        <source>More actions for this session</source>
        <translation>此会话的更多操作</translation>
    </message>
    <message>
        <source>generation %1</source>
        <translation>第 %1 代格式</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>已中断</translation>
    </message>
    <message>
        <source>running</source>
        <translation>运行中</translation>
    </message>
</context>
<context>
    <name>SessionList</name>
    <message>
        <source>%1 more</source>
        <translation>还有 %1 个</translation>
    </message>
    <message>
        <source>No workspace</source>
        <translation>无工作区</translation>
    </message>
    <message>
        <source>Parent %1 is missing</source>
        <translation>父会话 %1 缺失</translation>
    </message>
    <message>
        <source>archived</source>
        <translation>已归档</translation>
    </message>
    <message>
        <source>collapsed</source>
        <translation>已收起</translation>
    </message>
    <message>
        <source>damaged</source>
        <translation>已损坏</translation>
    </message>
    <message>
        <source>expanded</source>
        <translation>已展开</translation>
    </message>
    <message>
        <source>fork</source>
        <translation>分叉</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>已中断</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>unread</source>
        <translation>未读</translation>
    </message>
</context>
<context>
    <name>Sidebar</name>
    <message>
        <source>Clear the search</source>
        <translation>清除搜索</translation>
    </message>
    <message>
        <source>Group and order sessions</source>
        <translation>会话的分组与排序</translation>
    </message>
    <message>
        <source>Last prompt</source>
        <translation>按最近提问</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>按名称</translation>
    </message>
    <message>
        <source>No title holds this text.</source>
        <translation>没有标题包含这段文字。</translation>
    </message>
    <message>
        <source>Open a source</source>
        <translation>打开来源</translation>
    </message>
    <message>
        <source>Order of sessions</source>
        <translation>会话排序</translation>
    </message>
    <message>
        <source>Reading the sessions…</source>
        <translation>正在读取会话…</translation>
    </message>
    <message>
        <source>Search sessions</source>
        <translation>搜索会话</translation>
    </message>
    <message>
        <source>Search sessions by title</source>
        <translation>按标题搜索会话</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Sessions you open or import are listed here.</source>
        <translation>你打开或导入的会话会列在这里。</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>来源</translation>
    </message>
</context>
<context>
    <name>SourceList</name>
    <message>
        <source>%1 sessions</source>
        <translation>%1 个会话</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>资料库</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>not there</source>
        <translation>不存在</translation>
    </message>
    <message>
        <source>read-only</source>
        <translation>只读</translation>
    </message>
    <message>
        <source>reading</source>
        <translation>读取中</translation>
    </message>
</context>
<context>
    <name>StatusBar</name>
    <message>
        <source>%1 problems</source>
        <translation>%1 个问题</translation>
    </message>
    <message>
        <source>1 problem</source>
        <translation>1 个问题</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancel what is under way</source>
        <translation>取消正在进行的操作</translation>
    </message>
    <message>
        <source>Importing %1 of %2</source>
        <translation>正在导入第 %1 个，共 %2 个</translation>
    </message>
    <message>
        <source>Importing, looking for sessions</source>
        <translation>正在导入，查找会话中</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Retry now</source>
        <translation>立即重试</translation>
    </message>
    <message>
        <source>Retry saving now</source>
        <translation>立即重试保存</translation>
    </message>
    <message>
        <source>new, nothing to save</source>
        <translation>新建，无需保存</translation>
    </message>
    <message>
        <source>not saved yet, next try in %2 s, %1 kept</source>
        <translation>尚未保存，%2 秒后重试，保留 %1 条</translation>
    </message>
    <message>
        <source>not saved: %2 %1 kept in memory</source>
        <translation>未保存：%2内存中保留 %1 条</translation>
    </message>
    <message>
        <source>nothing to save</source>
        <translation>没有要保存的内容</translation>
    </message>
    <message>
        <source>read-only</source>
        <translation>只读</translation>
    </message>
    <message>
        <source>read-only, nothing is written</source>
        <translation>只读，不写入任何内容</translation>
    </message>
    <message>
        <source>saved %1, %2 waiting</source>
        <translation>已保存 %1，%2 条等待</translation>
    </message>
    <message>
        <source>saving, %1 waiting</source>
        <translation>正在保存，%1 条等待</translation>
    </message>
</context>
<context>
    <name>Storage</name>
    <message>
        <source>%1 (recently deleted)</source>
        <translation>%1（最近删除）</translation>
    </message>
    <message>
        <source>%1 is not finished</source>
        <translation>%1尚未完成</translation>
    </message>
    <message>
        <source>%3 sessions of %2 are not what was stored.</source>
        <translation>%2 个会话中有 %3 个与存入时不一致。</translation>
    </message>
    <message>
        <source>1 session of %2 is not what was stored.</source>
        <translation>%2 个会话中有 1 个与存入时不一致。</translation>
    </message>
    <message>
        <source>All %2 sessions are what was stored.</source>
        <translation>全部 %2 个会话都与存入时一致。</translation>
    </message>
    <message>
        <source>An earlier copy of the library lies beside it, %1: %2.</source>
        <translation>资料库旁边有一个早期副本，%1：%2。</translation>
    </message>
    <message>
        <source>As text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Back up the library into a folder</source>
        <translation>把资料库备份到文件夹</translation>
    </message>
    <message>
        <source>Back up…</source>
        <translation>备份…</translation>
    </message>
    <message>
        <source>Backing up</source>
        <translation>正在备份</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancelled. Nothing is half done.</source>
        <translation>已取消，没有留下不完整的内容。</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Checked %1 of %2 sessions, then cancelled.</source>
        <translation>已检查 %2 个会话中的 %1 个，然后取消。</translation>
    </message>
    <message>
        <source>Checking</source>
        <translation>正在检查</translation>
    </message>
    <message>
        <source>Compact</source>
        <translation>压缩</translation>
    </message>
    <message>
        <source>Compacting</source>
        <translation>正在压缩</translation>
    </message>
    <message>
        <source>Earlier copies of the library lie beside it, %1: %2.</source>
        <translation>资料库旁边有一些早期副本，%1：%2。</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Import it again to restore it.</source>
        <translation>重新导入即可恢复。</translation>
    </message>
    <message>
        <source>It is cancelled when you quit; nothing is left half.</source>
        <translation>退出时会取消，不会留下不完整的内容。</translation>
    </message>
    <message>
        <source>It lies in its new folder, checked, and is found from there at every start.</source>
        <translation>它已在新文件夹中并通过检查，以后每次启动都会从那里打开。</translation>
    </message>
    <message>
        <source>Measuring…</source>
        <translation>正在测量…</translation>
    </message>
    <message>
        <source>Move the library into a folder</source>
        <translation>把资料库移动到文件夹</translation>
    </message>
    <message>
        <source>Move…</source>
        <translation>移动…</translation>
    </message>
    <message>
        <source>Moving the library</source>
        <translation>正在移动资料库</translation>
    </message>
    <message>
        <source>On disk alone</source>
        <translation>独占磁盘</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Sessions by size</source>
        <translation>按大小排列的会话</translation>
    </message>
    <message>
        <source>Shared</source>
        <translation>共享</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>在文件夹中显示</translation>
    </message>
    <message>
        <source>Start again from there</source>
        <translation>从那里重新启动</translation>
    </message>
    <message>
        <source>Storage</source>
        <translation>存储</translation>
    </message>
    <message>
        <source>The backup is written and checked.</source>
        <translation>备份已写入并通过检查。</translation>
    </message>
    <message>
        <source>The library is compact. %1 came back.</source>
        <translation>资料库已压缩，释放了 %1。</translation>
    </message>
    <message>
        <source>The library is moved</source>
        <translation>资料库已移动</translation>
    </message>
    <message>
        <source>attachments</source>
        <translation>附件</translation>
    </message>
    <message>
        <source>free in the file</source>
        <translation>文件中的空闲</translation>
    </message>
    <message>
        <source>kept for no session here</source>
        <translation>不属于此处任何会话</translation>
    </message>
    <message>
        <source>library file</source>
        <translation>资料库文件</translation>
    </message>
    <message>
        <source>original bytes</source>
        <translation>原始字节</translation>
    </message>
    <message>
        <source>sessions as text</source>
        <translation>会话文本</translation>
    </message>
</context>
<context>
    <name>SupportPage</name>
    <message>
        <source>%1 characters</source>
        <translation>%1 个字符</translation>
    </message>
    <message>
        <source>%1 findings</source>
        <translation>%1 处发现</translation>
    </message>
    <message>
        <source>%1, of these %2 tool results</source>
        <translation>%1 条，其中 %2 条工具结果</translation>
    </message>
    <message>
        <source>1 finding</source>
        <translation>1 处发现</translation>
    </message>
    <message>
        <source>A log was written out of a database</source>
        <translation>有一个日志是从数据库写出的</translation>
    </message>
    <message>
        <source>An entry was refused</source>
        <translation>一个条目被拒绝</translation>
    </message>
    <message>
        <source>Cannot be opened</source>
        <translation>无法打开</translation>
    </message>
    <message>
        <source>Complete</source>
        <translation>完整</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>复制报告</translation>
    </message>
    <message>
        <source>Copy the SHA-256</source>
        <translation>复制 SHA-256</translation>
    </message>
    <message>
        <source>Damaged</source>
        <translation>已损坏</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Import into library…</source>
        <translation>导入到资料库…</translation>
    </message>
    <message>
        <source>Interrupted, would be closed by recovery</source>
        <translation>已中断，恢复时会将其结束</translation>
    </message>
    <message>
        <source>It holds every row; it was never a file of its own.</source>
        <translation>它包含所有行；它本来就不是一个单独的文件。</translation>
    </message>
    <message>
        <source>Largest</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>Last prompt</source>
        <translation>最后提问</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>No session log that can be read is in it</source>
        <translation>其中没有可读的会话日志</translation>
    </message>
    <message>
        <source>Nothing is wrong with it</source>
        <translation>没有发现问题</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>打开 %1</translation>
    </message>
    <message>
        <source>Opened without unpacking. Nothing in it runs, nothing is fetched, and all text is shown as text.</source>
        <translation>未解压即打开。其中没有任何内容会运行，不获取任何内容，所有文字只作为文字显示。</translation>
    </message>
    <message>
        <source>Read and checked to the end</source>
        <translation>已读取并检查完毕</translation>
    </message>
    <message>
        <source>Read-only: %1</source>
        <translation>只读：%1</translation>
    </message>
    <message>
        <source>Reading and checking everything in it…</source>
        <translation>正在读取并检查其中的全部内容…</translation>
    </message>
    <message>
        <source>Repaired by recovery</source>
        <translation>由恢复修复</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Show: %1</source>
        <translation>显示：%1</translation>
    </message>
    <message>
        <source>Something was not included</source>
        <translation>有内容未包含</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>System</source>
        <translation>系统提示</translation>
    </message>
    <message>
        <source>Texts were replaced before it was handed over.</source>
        <translation>交出之前部分文字已被替换。</translation>
    </message>
    <message>
        <source>The last turn ended with an error</source>
        <translation>最后一个回合以错误结束</translation>
    </message>
    <message>
        <source>The last turn has no end</source>
        <translation>最后一个回合没有结束</translation>
    </message>
    <message>
        <source>The last turn stopped at the output limit</source>
        <translation>最后一个回合达到输出上限而停止</translation>
    </message>
    <message>
        <source>The last turn was interrupted</source>
        <translation>最后一个回合被中断</translation>
    </message>
    <message>
        <source>This is a redacted copy</source>
        <translation>这是脱敏副本</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Turns</source>
        <translation>回合</translation>
    </message>
    <message>
        <source>What the model saw before it went wrong</source>
        <translation>出错之前模型看到的内容</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>另有 %1 项</translation>
    </message>
    <message>
        <source>entries</source>
        <translation>个条目</translation>
    </message>
    <message>
        <source>entries, %1 refused</source>
        <translation>个条目，%1 个被拒绝</translation>
    </message>
    <message>
        <source>entry</source>
        <translation>个条目</translation>
    </message>
    <message>
        <source>entry, refused</source>
        <translation>个条目，已被拒绝</translation>
    </message>
    <message>
        <source>event</source>
        <translation>个事件</translation>
    </message>
    <message>
        <source>events</source>
        <translation>个事件</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>第 %1 行</translation>
    </message>
    <message>
        <source>session</source>
        <translation>个会话</translation>
    </message>
    <message>
        <source>sessions</source>
        <translation>个会话</translation>
    </message>
    <message>
        <source>turn %1</source>
        <translation>第 %1 回合</translation>
    </message>
    <message>
        <source>turn %1, #%2</source>
        <translation>第 %1 回合，#%2</translation>
    </message>
    <message>
        <source>unpacked, %1 in the ZIP</source>
        <translation>解压后，ZIP 中为 %1</translation>
    </message>
    <message>
        <source>written by %1</source>
        <translation>由 %1 写出</translation>
    </message>
</context>
<context>
    <name>TextPanel</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>Titles</name>
    <message>
        <source>%1d</source>
        <translation>%1 天</translation>
    </message>
    <message>
        <source>%1h</source>
        <translation>%1 小时</translation>
    </message>
    <message>
        <source>%1m</source>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>%1mo</source>
        <translation>%1 个月</translation>
    </message>
    <message>
        <source>%1y</source>
        <translation>%1 年</translation>
    </message>
    <message>
        <source>Untitled %1</source>
        <translation>未命名 %1</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
</context>
<context>
    <name>Trouble</name>
    <message>
        <source>A link in the log</source>
        <translation>日志中的链接</translation>
    </message>
    <message>
        <source>Copy address</source>
        <translation>复制地址</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>复制报告</translation>
    </message>
    <message>
        <source>It was written by a program or a model. Nothing has been opened.</source>
        <translation>它由程序或模型写入，尚未打开任何内容。</translation>
    </message>
    <message>
        <source>Open in browser</source>
        <translation>在浏览器中打开</translation>
    </message>
    <message>
        <source>Sessionloom ended unexpectedly last time</source>
        <translation>Sessionloom 上次意外退出</translation>
    </message>
    <message>
        <source>Something in Sessionloom broke</source>
        <translation>Sessionloom 出现故障</translation>
    </message>
    <message>
        <source>Your sessions were not changed. This report holds no content of them.</source>
        <translation>你的会话没有被改动，这份报告不含会话内容。</translation>
    </message>
    <message>
        <source>Your sessions were not changed. You can go on; the report holds no content of them.</source>
        <translation>你的会话没有被改动，可以继续使用；报告不含会话内容。</translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message>
        <source>%1 %2</source>
        <comment>two sentences, one after the other</comment>
        <translation>%1%2</translation>
    </message>
</context>
<context>
    <name>Workbench</name>
    <message>
        <source>Turn %1</source>
        <translation>第 %1 回合</translation>
    </message>
    <message>
        <source>Turn %1 of %2</source>
        <translation>第 %1 回合，共 %2 回合</translation>
    </message>
</context>
</TS>
